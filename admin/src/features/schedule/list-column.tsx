import { useTable } from '@strapi/strapi/admin';
import { Typography } from '@strapi/design-system';
import { useParams } from 'react-router-dom';

import { PLUGIN_ID } from '../../../../src/lib/constants';
import { ScheduledBadge, useDates, Zone } from '../../shared/dates';
import { publishedTypes } from '../../shared/edit-view';
import en from '../../translations/en.json';
import { useSchedule } from './use-schedule';

interface ListedRow {
  documentId: string;
  updatedAt?: string;
  status?: string;
  [field: string]: unknown;
}

/** Maximum number of entries in a request. */
const MAXIMUM_ENTRIES = 100;

const useListedSchedule = (contentType: string) => {
  // The table's type also allows rows without a document id.
  const rows = useTable('SyndicationSchedule', (state) => state.rows) as unknown as ListedRow[];
  const asked = rows.slice(0, MAXIMUM_ENTRIES);
  return useSchedule(
    contentType,
    asked.map((row) => row.documentId),
    asked.map(({ updatedAt, status }) => `${updatedAt} ${status}`).join(),
  ).data;
};

interface CellProps {
  contentType: string;
  row: ListedRow;
  /** Field with the date, if the column shows the date of entries that are not scheduled, too. */
  field?: string;
}

const Cell = ({ contentType, row, field }: CellProps) => {
  const schedule = useListedSchedule(contentType);
  const toDate = useDates(schedule?.timeZone ?? 'UTC');
  if (!schedule) return null;
  const scheduled = schedule.scheduled[row.documentId];
  if (scheduled) return <ScheduledBadge date={scheduled} timeZone={schedule.timeZone} />;
  const date = field === undefined ? undefined : row[field];
  return typeof date === 'string' ? (
    <Typography textColor="neutral800">{toDate(date)}</Typography>
  ) : (
    <Typography textColor="neutral600">–</Typography>
  );
};

interface ListView {
  displayedHeaders: { name: string }[];
  /** Nothing in a list view names its content type but the address. */
  layout: { settings?: { mainField?: string } };
}

/** Names the time zone once, at the head of a list with dates. */
export const ListZone = () => {
  const { slug = '' } = useParams();
  const { data } = useSchedule(slug, []);
  return data?.isSource && publishedTypes()[slug]?.source?.date ? (
    <Zone timeZone={data.timeZone} />
  ) : null;
};

/** Content type of the open list. */
const openType = (): string | undefined =>
  /\/content-manager\/collection-types\/([^/?]+)/.exec(window.location.pathname)?.[1];

const scheduledColumn = (contentType: string) => ({
  name: 'syndicationScheduled',
  label: { id: `${PLUGIN_ID}.scheduled.column`, defaultMessage: en['scheduled.column'] },
  searchable: false,
  sortable: false,
  attribute: { type: 'custom' },
  cellFormatter: (row: ListedRow) => <Cell contentType={contentType} row={row} />,
});

/**
 * Marks scheduled entries in the list of a published type: in the column of the date, shown in the site's time
 * zone, or in a column of its own if the list has none. For Strapi's hook of list views.
 */
export const addScheduledColumn = <View extends ListView>(view: View): View => {
  const contentType = openType();
  const field = publishedTypes()[contentType ?? '']?.source?.date;
  if (contentType === undefined || field === undefined) return view;
  const { displayedHeaders } = view;
  const hasDates = displayedHeaders.some(({ name }) => name === field);
  const cellFormatter = (row: ListedRow) => (
    <Cell contentType={contentType} row={row} field={field} />
  );
  // After the title: at the end it would be out of view.
  const title = displayedHeaders.findIndex(({ name }) => name === view.layout.settings?.mainField);
  const end = title < 0 ? displayedHeaders.length : title + 1;
  return {
    ...view,
    displayedHeaders: hasDates
      ? displayedHeaders.map((one) => (one.name === field ? { ...one, cellFormatter } : one))
      : [
          ...displayedHeaders.slice(0, end),
          scheduledColumn(contentType),
          ...displayedHeaders.slice(end),
        ],
  };
};
