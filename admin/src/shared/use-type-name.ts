import * as React from 'react';
import { useIntl } from 'react-intl';

/** What a content type is called in the user's language, as Strapi's own menu has it. */
export const useTypeName = (): ((name: string) => string) => {
  const { formatMessage } = useIntl();
  return React.useCallback(
    (name) => formatMessage({ id: name, defaultMessage: name }),
    [formatMessage],
  );
};
