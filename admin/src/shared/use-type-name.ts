import * as React from 'react';
import { useIntl } from 'react-intl';

/** What a content type is called in the user's language, where there is a translation under its name. */
export const useTypeName = (): ((name: string) => string) => {
  const { messages } = useIntl();
  return React.useCallback(
    (name) => {
      // Asked for by `formatMessage`, a name without one is an error in the console.
      const translated = messages[name];
      return typeof translated === 'string' ? translated : name;
    },
    [messages],
  );
};
