import { Box, Flex, Typography } from '@strapi/design-system';
import { Clock } from '@strapi/icons';

import { useDates } from './use-dates';
import { useTranslation } from './use-translation';

interface ScheduledBadgeProps {
  /** ISO 8601. */
  date: string;
  timeZone: string;
}

/** Says when readers get an article that is published and waits for its date. */
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
