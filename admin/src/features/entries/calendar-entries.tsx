import { Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { Clock } from '@strapi/icons';
import { Link } from 'react-router-dom';

import type { CalendarEntry } from '../../../../src/panel/admin-api';
import { editEntry } from '../../shared/entry-addresses';
import { useTranslation } from '../../shared/use-translation';
import { EntryKind, keyOf } from './entry-parts';
import type { MonthDates } from './use-month-dates';

const WHOLE = { overflowWrap: 'anywhere', whiteSpace: 'normal', minWidth: 0 } as const;

/** As much of a title as a day of the grid has room for. */
const CLAMPED = {
  ...WHOLE,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
} as const;

/** In the grid as much of it as there is room for; whole to the mouse. */
const Title = ({ title, isDetailed }: { title: string; isDetailed: boolean | undefined }) =>
  isDetailed ? (
    <span style={WHOLE}>{title}</span>
  ) : (
    <span style={CLAMPED} title={title}>
      {title}
    </span>
  );

interface CalendarEntriesProps {
  entries: CalendarEntry[];
  dates: MonthDates;
  /** Whether each says what it is, too. */
  isDetailed?: boolean;
}

/** What came or comes on a day, with its time and the way to it for who may change it. */
export const CalendarEntries = ({ entries, dates, isDetailed }: CalendarEntriesProps) => {
  const t = useTranslation();
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={isDetailed ? 3 : 1}>
      {entries.map((entry) => {
        const title = entry.title || t('panel.item.noTitle');
        return (
          <Flex
            key={`${keyOf(entry)} ${entry.status}`}
            tag="li"
            direction="column"
            alignItems="flex-start"
            minWidth={0}
          >
            <Flex gap={1} wrap="wrap">
              {entry.status === 'scheduled' ? (
                <Clock
                  fill="primary600"
                  width="1.2rem"
                  height="1.2rem"
                  role="img"
                  aria-label={t('entries.status.scheduled')}
                />
              ) : null}
              {entry.status === 'ending' ? (
                <Typography variant="pi" fontWeight="bold" textColor="warning700">
                  {t('entries.status.ending')}
                </Typography>
              ) : null}
              <Typography tag="time" dateTime={entry.date} variant="pi" textColor="neutral600">
                {dates.toTime(entry.date)}
              </Typography>
            </Flex>
            {entry.mayEdit ? (
              <DesignLink
                tag={Link}
                to={editEntry(entry.contentType, entry.documentId, entry.locale)}
              >
                <Title isDetailed={isDetailed} title={title} />
              </DesignLink>
            ) : (
              <Typography textColor="neutral800">
                <Title isDetailed={isDetailed} title={title} />
              </Typography>
            )}
            {isDetailed ? <EntryKind entry={entry} /> : null}
          </Flex>
        );
      })}
    </Flex>
  );
};
