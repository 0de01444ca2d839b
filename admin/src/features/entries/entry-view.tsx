import { Flex } from '@strapi/design-system';

import type { EntryInFeeds, EntryPage } from '../../../../src/panel/admin-api';
import { TwoLines } from '../../shared/blocks';
import { type Column, List } from '../../shared/list';
import { Answered } from '../../shared/states';
import type { RequestState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import {
  EditButton,
  EntryDate,
  EntryFeeds,
  EntryKind,
  EntryStatusBadge,
  EntryTitle,
  keyOf,
  EmptyList,
  Notice,
  Pages,
} from './entry-parts';
import { useView } from './views';

const EntryList = ({ entries }: { entries: EntryInFeeds[] }) => {
  const t = useTranslation();
  // Locales may have different time zones, but rarely do within one site: the first entry's is named.
  const zone = entries[0]?.timeZone;
  const columns: Column<EntryInFeeds>[] = [
    {
      name: 'title',
      label: t('entries.column.title'),
      cell: (entry) => (
        <TwoLines minWidth="16rem" maxWidth="36rem" detail={<EntryKind entry={entry} />}>
          <EntryTitle entry={entry} />
        </TwoLines>
      ),
    },
    {
      name: 'status',
      label: t('entries.column.status'),
      cell: ({ status }) => <EntryStatusBadge status={status} />,
    },
    {
      name: 'date',
      label: `${t('entries.column.date')} (${zone})`,
      cell: (entry) => <EntryDate entry={entry} />,
    },
    {
      name: 'feeds',
      label: t('entries.column.feeds'),
      cell: ({ feeds }) => <EntryFeeds feeds={feeds} />,
    },
    { name: 'edit', label: t('feed.edit'), cell: (entry) => <EditButton entry={entry} /> },
  ];
  return <List rows={entries} keyOf={keyOf} columns={columns} />;
};

/** The list of entries of one status, in all feeds or in one. */
export const EntryView = ({ answer }: { answer: RequestState<EntryPage> }) => {
  const t = useTranslation();
  const { search, status } = useView();
  return (
    <Answered answer={answer}>
      {({ results, pagination, lookedAt }) => (
        <Flex direction="column" alignItems="stretch" gap={4}>
          {results.length === 0 ? (
            <EmptyList>{t(search === '' ? `entries.none.${status}` : 'entries.noMatch')}</EmptyList>
          ) : (
            <EntryList entries={results} />
          )}
          {lookedAt !== null ? <Notice>{t('entries.lookedAt', { count: lookedAt })}</Notice> : null}
          <Pages pagination={pagination} />
        </Flex>
      )}
    </Answered>
  );
};
