import { useIsMobile } from '@strapi/strapi/admin';
import { Button, Flex, LinkButton, Modal, Typography } from '@strapi/design-system';
import { ChevronLeft, ChevronRight } from '@strapi/icons';
import { Link } from 'react-router-dom';

import type { Calendar } from '../../../../src/panel/admin-api';
import { Failure, Loading } from '../../shared/states';
import { Zone } from '../../shared/zone';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { CalendarEntries } from './calendar-entries';
import { MonthList, MonthTable } from './month-table';
import { monthAfter } from './month-weeks';
import { Nothing, Notice } from './pages';
import { type MonthDates, useMonthDates } from './use-month-dates';
import { useView } from './views';

interface PartProps {
  calendar: Calendar;
  dates: MonthDates;
}

/** Which month it is, and the way to the others. */
const MonthNav = ({ calendar: { month, timeZone, today }, dates }: PartProps) => {
  const t = useTranslation();
  const { toChanged } = useView();
  const toMonth = (months: number) => toChanged({ month: monthAfter(month, months), day: '' });
  return (
    <Flex justifyContent="space-between" wrap="wrap" gap={3}>
      <Flex direction="column" alignItems="flex-start" gap={1}>
        <Typography tag="h2" variant="beta" aria-live="polite">
          {dates.toMonth(month)}
        </Typography>
        <Zone timeZone={timeZone} />
      </Flex>
      <Flex gap={2} wrap="wrap">
        <LinkButton tag={Link} to={toMonth(-1)} variant="tertiary" startIcon={<ChevronLeft />}>
          {t('calendar.previous')}
        </LinkButton>
        {today.startsWith(month) ? null : (
          <LinkButton tag={Link} to={toChanged({ month: '', day: '' })} variant="tertiary">
            {t('calendar.present')}
          </LinkButton>
        )}
        <LinkButton tag={Link} to={toMonth(1)} variant="tertiary" endIcon={<ChevronRight />}>
          {t('calendar.next')}
        </LinkButton>
      </Flex>
    </Flex>
  );
};

/** All entries of the day that is open. */
const Day = ({ calendar: { days }, dates }: PartProps) => {
  const t = useTranslation();
  const { day, change } = useView();
  const entries = days[day];
  const close = (): void => change({ day: '' });
  return (
    <Modal.Root open={entries !== undefined} onOpenChange={(isOpen) => (isOpen ? null : close())}>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{entries ? dates.toDay(day) : ''}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          {entries ? <CalendarEntries entries={entries} dates={dates} isDetailed /> : null}
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={close}>
            {t('calendar.close')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};

const Days = ({ calendar, dates }: PartProps) => {
  const t = useTranslation();
  const isMobile = useIsMobile();
  const isEmpty = Object.keys(calendar.days).length === 0;
  return (
    <>
      {isEmpty && isMobile ? <Nothing>{t('calendar.empty')}</Nothing> : null}
      {isMobile ? (
        <MonthList calendar={calendar} dates={dates} />
      ) : (
        <MonthTable calendar={calendar} dates={dates} />
      )}
      {isEmpty && !isMobile ? <Notice>{t('calendar.empty')}</Notice> : null}
      {calendar.isWhole ? null : <Notice>{t('calendar.cut')}</Notice>}
      <Day calendar={calendar} dates={dates} />
    </>
  );
};

interface MonthProps {
  calendar: Calendar;
  /** Whether its days are not known yet. */
  isLoading: boolean;
}

const Month = ({ calendar, isLoading }: MonthProps) => {
  const dates = useMonthDates(calendar.timeZone);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <MonthNav calendar={calendar} dates={dates} />
      {isLoading ? <Loading /> : <Days calendar={calendar} dates={dates} />}
    </Flex>
  );
};

/** What came to readers in a month, and what will come. */
export const CalendarView = () => {
  const { toQuery, month } = useView();
  const { data, latest, error, reload } = useAnswer<{ data: Calendar }>(
    `entries/calendar?${toQuery('feed', 'locale', 'month')}`,
  );
  if (error !== undefined) return <Failure error={error} onRetry={reload} />;
  if (!latest) return <Loading />;
  if (data) return <Month calendar={data.data} isLoading={false} />;
  // The way on from the month that is asked for is there before its days are.
  const { today } = latest.data;
  const asked = { ...latest.data, month: month || today.slice(0, 7), days: {} };
  return <Month calendar={asked} isLoading />;
};
