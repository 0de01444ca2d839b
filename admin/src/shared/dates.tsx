import { Box, Flex, Typography } from '@strapi/design-system';
import { Clock } from '@strapi/icons';
import * as React from 'react';
import { useIntl } from 'react-intl';

import { useTranslation } from './use-translation';

const DATE = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** Uses British dates for English: the day before the month and 24 hours, which editors everywhere understand. */
export const toDateTag = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);

/** Formats moments in a time zone, in the user's language. Each screen names the zone once. */
export const useDates = (timeZone: string): ((iso: string) => string) => {
  const { locale } = useIntl();
  return React.useMemo(() => {
    const format = new Intl.DateTimeFormat(toDateTag(locale), { ...DATE, timeZone });
    return (iso) => format.format(new Date(iso));
  }, [locale, timeZone]);
};

/** The browser's time zone, for moments that belong to no entry. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats moments of today as the time alone. */
export const useRecentDates = (timeZone: string) => {
  const { locale } = useIntl();
  const toDate = useDates(timeZone);
  return (iso: string): { text: string; isToday: boolean } => {
    const moment = new Date(iso);
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
    if (day.format(moment) !== day.format(new Date())) return { text: toDate(iso), isToday: false };
    const time = { hour: DATE.hour, minute: DATE.minute, timeZone };
    return { text: new Intl.DateTimeFormat(toDateTag(locale), time).format(moment), isToday: true };
  };
};

/** Names the time zone of a screen's times, once. */
export const Zone = ({ timeZone }: { timeZone: string }) => {
  const t = useTranslation();
  return (
    <Typography variant="pi" tag="p" textColor="neutral600">
      {t('dates.zone', { timeZone })}
    </Typography>
  );
};

interface ScheduledBadgeProps {
  /** ISO 8601. */
  date: string;
  timeZone: string;
}

/** A badge with the date on which readers get a scheduled entry. */
export const ScheduledBadge = ({ date, timeZone }: ScheduledBadgeProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  return (
    <Flex
      tag="span"
      inline
      gap={1}
      alignItems="flex-start"
      title={t('scheduled.notYet')}
      background="primary100"
      borderColor="primary200"
      hasRadius
      paddingTop={1}
      paddingBottom={1}
      paddingLeft={2}
      paddingRight={2}
      data-testid="syndication-scheduled"
    >
      <Box tag="span" paddingTop="2px" aria-hidden>
        <Clock fill="primary600" width="1.2rem" height="1.2rem" />
      </Box>
      <Typography tag="span" variant="pi" fontWeight="bold" textColor="primary700">
        {t('scheduled.badge', { date: toDate(date) })}
      </Typography>
    </Flex>
  );
};
