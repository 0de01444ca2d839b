import { useTable } from '@strapi/strapi/admin';
import { Box, Typography } from '@strapi/design-system';

import { ARTICLE_UID, PLUGIN_ID } from '../../../../src/constants';
import { ScheduledBadge } from '../../shared/scheduled-badge';
import { useDates } from '../../shared/use-dates';
import en from '../../translations/en.json';
import { useSchedule } from './use-schedule';

interface ListedRow {
  documentId: string;
  date?: string | null;
  updatedAt?: string;
  status?: string;
}

/** Articles the server tells of at once. */
const AT_ONCE = 100;

const useListedSchedule = () => {
  // The type in the table is that of rows which may have no document.
  const rows = useTable('SyndicationSchedule', (state) => state.rows) as unknown as ListedRow[];
  const asked = rows.slice(0, AT_ONCE);
  return useSchedule(
    ARTICLE_UID,
    asked.map((row) => row.documentId),
    asked.map(({ updatedAt, status }) => `${updatedAt} ${status}`).join(),
  ).data;
};

interface DateProps {
  date: string;
  timeZone: string;
}

const SiteDate = ({ date, timeZone }: DateProps) => (
  <Typography textColor="neutral800" style={{ whiteSpace: 'normal' }}>
    {useDates(timeZone)(date)}
  </Typography>
);

interface CellProps {
  row: ListedRow;
  /** Whether the date is shown of what waits for none, too. */
  showsAll: boolean;
}

const Cell = ({ row: { documentId, date }, showsAll }: CellProps) => {
  const schedule = useListedSchedule();
  if (!schedule) return null;
  const { timeZone } = schedule;
  const scheduled = schedule.scheduled[documentId];
  return (
    <Box maxWidth="18rem">
      {scheduled ? <ScheduledBadge date={scheduled} timeZone={timeZone} /> : null}
      {!scheduled && showsAll && date ? <SiteDate date={date} timeZone={timeZone} /> : null}
      {!scheduled && !(showsAll && date) ? <Typography textColor="neutral600">–</Typography> : null}
    </Box>
  );
};

interface Column {
  name: string;
  label: unknown;
  searchable: boolean;
  sortable: boolean;
  attribute: { type: string };
  cellFormatter: (row: ListedRow) => React.ReactNode;
}

interface ListView {
  displayedHeaders: { name: string }[];
  /** A list view knows its content type by the address alone. */
  layout: object;
}

const isOfArticles = (): boolean => window.location.pathname.includes(`/${ARTICLE_UID}`);

const SCHEDULED_COLUMN: Column = {
  name: 'syndicationScheduled',
  label: { id: `${PLUGIN_ID}.scheduled.column`, defaultMessage: en['scheduled.column'] },
  searchable: false,
  sortable: false,
  attribute: { type: 'custom' },
  cellFormatter: (row) => <Cell row={row} showsAll={false} />,
};

/**
 * Says in the list of articles which of them wait for their date: in the column of dates, by the
 * clock of the site, or in one of its own where nobody wants that. For Strapi's hook of list views.
 */
export const addScheduledColumn = <View extends ListView>(view: View): View => {
  if (!isOfArticles()) return view;
  const { displayedHeaders } = view;
  const withDates = displayedHeaders.map((header) =>
    header.name === 'date'
      ? { ...header, cellFormatter: (row: ListedRow) => <Cell row={row} showsAll /> }
      : header,
  );
  const hasDates = displayedHeaders.some(({ name }) => name === 'date');
  return { ...view, displayedHeaders: hasDates ? withDates : [...withDates, SCHEDULED_COLUMN] };
};
