import { Layouts, SearchInput } from '@strapi/strapi/admin';
import { Box, Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';

import type { FeedPage, FeedRow } from '../../../../src/panel/admin-api';
import { AddressActions } from '../../shared/address-actions';
import { TwoLines, WRAP_IN_TABLES } from '../../shared/blocks';
import { useDates } from '../../shared/dates';
import { feedPage } from '../../shared/entry-addresses';
import { type Column, List } from '../../shared/list';
import { useKindName } from '../../shared/names';
import { Answered } from '../../shared/states';
import type { RequestState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { EntryTitle, EmptyList, Pages } from '../entries/entry-parts';
import { viewAddress } from '../entries/views';
import { type Health, HealthBadge, useHealth } from './health';

interface RowsProps {
  feeds: FeedRow[];
  timeZone: string;
  /** Undefined for a user who may not see problems. */
  health?: Health;
}

const BROKEN = { ...WRAP_IN_TABLES, maxWidth: '100%' } as const;

/** Title, kind and path of a feed. */
const Name = ({ feed }: { feed: FeedRow }) => {
  const { id, title, address } = feed;
  const detail = `${useKindName()(feed)} · ${new URL(address).pathname}`;
  return (
    <TwoLines minWidth="22rem" maxWidth="28rem" detail={detail}>
      <DesignLink tag={Link} to={feedPage(id)} style={BROKEN}>
        {title}
      </DesignLink>
    </TwoLines>
  );
};

/** Number of articles that will enter a feed, linked to their list. */
const Waiting = ({ feed: { id, title, waiting, next } }: { feed: FeedRow }) => {
  const t = useTranslation();
  if (waiting === 0) return <Typography textColor="neutral600">0</Typography>;
  return (
    <DesignLink
      tag={Link}
      to={viewAddress('entries', { status: next ? 'scheduled' : 'draft', feed: id })}
      aria-label={t('feeds.waiting.label', { count: waiting, title })}
    >
      {waiting}
    </DesignLink>
  );
};

const Rows = ({ feeds, timeZone, health }: RowsProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const columns: Column<FeedRow>[] = [
    {
      name: 'title',
      label: t('feeds.column.title'),
      sortable: true,
      cell: (feed) => <Name feed={feed} />,
    },
    {
      name: 'published',
      label: t('feeds.column.published'),
      sortable: true,
      isWide: true,
      cell: ({ published }) => <Typography textColor="neutral800">{published}</Typography>,
    },
    {
      name: 'waiting',
      label: t('feeds.column.waiting'),
      sortable: true,
      isWide: true,
      cell: (feed) => <Waiting feed={feed} />,
    },
    {
      name: 'newest',
      label: t('feeds.column.newest'),
      sortable: true,
      cell: ({ newest }) => (
        <Box maxWidth="24rem">
          {newest ? (
            <EntryTitle entry={newest} />
          ) : (
            <Typography textColor="neutral600">{t('feeds.noArticle')}</Typography>
          )}
        </Box>
      ),
    },
    {
      name: 'date',
      label: `${t('entries.column.date')} (${timeZone})`,
      isWide: true,
      cell: ({ newest }) => (
        <Typography textColor="neutral800">{newest ? toDate(newest.date) : '–'}</Typography>
      ),
    },
    ...(health
      ? [
          {
            name: 'health',
            label: t('feeds.column.health'),
            cell: (feed: FeedRow) => <HealthBadge feed={feed} health={health} />,
          },
        ]
      : []),
    {
      name: 'address',
      label: t('feeds.column.address'),
      cell: ({ address, title }) => <AddressActions address={address} subject={title} />,
    },
  ];
  return <List rows={feeds} keyOf={({ id }) => id} columns={columns} />;
};

interface FeedListProps {
  feeds: RequestState<FeedPage>;
}

/** All feeds: that of the whole site, and one for each topic. */
export const FeedList = ({ feeds: { latest: data, ...answer } }: FeedListProps) => {
  const t = useTranslation();
  const health = useHealth((data?.results ?? []).map(({ id }) => id));
  return (
    <>
      <Layouts.Action
        startActions={<SearchInput label={t('feeds.search')} placeholder={t('feeds.search')} />}
      />
      <Layouts.Content>
        <Answered answer={{ ...answer, data }}>
          {({ results, timeZone, pagination }) => (
            <Flex direction="column" alignItems="stretch" gap={6}>
              {results.length === 0 ? (
                <EmptyList>{t('feeds.noMatch')}</EmptyList>
              ) : (
                <Rows feeds={results} timeZone={timeZone} health={health} />
              )}
              <Pages pagination={pagination} />
            </Flex>
          )}
        </Answered>
      </Layouts.Content>
    </>
  );
};
