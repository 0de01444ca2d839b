import * as React from 'react';
import { useIntl } from 'react-intl';

/**
 * Writes moments in the site's time zone, in the user's language: what subscribers see, wherever
 * the editor is.
 */
export const useSiteDates = (timeZone: string): ((iso: string) => string) => {
  const { formatDate } = useIntl();
  return React.useCallback(
    (iso) => formatDate(iso, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    [formatDate, timeZone],
  );
};
