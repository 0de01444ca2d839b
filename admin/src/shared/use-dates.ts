import * as React from 'react';
import { useIntl } from 'react-intl';

const DATE = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** The same, with the zone: beside a form whose dates are in the zone of the browser. */
const DATE_WITH_ZONE = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

interface DateOptions {
  withZone?: boolean;
}

/**
 * Writes moments in the site's time zone, in the user's language: what subscribers see, wherever
 * the editor is.
 */
export const useSiteDates = (
  timeZone: string,
  { withZone = false }: DateOptions = {},
): ((iso: string) => string) => {
  const { formatDate } = useIntl();
  return React.useCallback(
    (iso) => formatDate(iso, { ...(withZone ? DATE_WITH_ZONE : DATE), timeZone }),
    [formatDate, timeZone, withZone],
  );
};
