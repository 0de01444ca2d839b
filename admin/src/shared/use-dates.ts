import * as React from 'react';
import { useIntl } from 'react-intl';

const DATE = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** English that editors everywhere read alike: the day before the month, and 24 hours. */
export const toDateTag = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);

/** Writes moments as they are in a time zone, in the user's language. Each screen names the zone once. */
export const useDates = (timeZone: string): ((iso: string) => string) => {
  const { locale } = useIntl();
  return React.useMemo(() => {
    const format = new Intl.DateTimeFormat(toDateTag(locale), { ...DATE, timeZone });
    return (iso) => format.format(new Date(iso));
  }, [locale, timeZone]);
};
