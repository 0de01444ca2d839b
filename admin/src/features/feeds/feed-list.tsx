import { Layouts, SearchInput, Table, useIsMobile } from '@strapi/strapi/admin';
import { Box, Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';

import type { FeedPage, FeedRow } from '../../../../src/panel/admin-api';
import { AddressActions } from '../../shared/address-actions';
import { editEntry, feedPage } from '../../shared/entry-addresses';
import { FilterSelect } from '../../shared/filter-select';
import { useMaySeeProblems } from '../../shared/permissions';
import { Failure, Loading } from '../../shared/states';
import { useDates } from '../../shared/use-dates';
import { useHealth } from '../../shared/use-health';
import { useLanguageName } from '../../shared/use-language-name';
import type { AnswerState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { Nothing, Pages } from '../entries/pages';
import { useView, viewAddress } from '../entries/views';
import { HeaderCell } from './header-cell';
import { type Health, HealthBadge } from './health-badge';

interface RowsProps {
  feeds: FeedRow[];
  timeZone: string;
  /** None for a user who may not see problems. */
  health?: Health;
}

/** Tables keep their texts in one line, and titles may have no end. */
const BROKEN = { whiteSpace: 'normal', overflowWrap: 'anywhere', maxWidth: '100%' } as const;

/** What a feed is called, and what it is. */
const Name = ({ feed, ...size }: { feed: FeedRow; minWidth?: string }) => {
  const t = useTranslation();
  const nameOf = useLanguageName();
  const { id, title, typeName, language, address } = feed;
  const kind = [
    typeName ?? t('feeds.wholeSite'),
    ...(language === null ? [] : [nameOf(language)]),
    new URL(address).pathname,
  ];
  return (
    <Flex direction="column" alignItems="flex-start" gap={1} maxWidth="28rem" {...size}>
      <DesignLink tag={Link} to={feedPage(id)} style={BROKEN}>
        {title}
      </DesignLink>
      <Typography variant="pi" textColor="neutral600" style={BROKEN}>
        {kind.join(' · ')}
      </Typography>
    </Flex>
  );
};

/** How many articles will come to a feed, and the way to them. */
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

/** The newest article's title, with the way to its entry for who may change it. */
const Newest = ({ article }: { article: NonNullable<FeedRow['newest']> }) => {
  const { title, mayEdit, contentType, documentId, locale } = article;
  return mayEdit ? (
    <DesignLink tag={Link} to={editEntry(contentType, documentId, locale)} style={BROKEN}>
      {title}
    </DesignLink>
  ) : (
    <Typography textColor="neutral800" style={BROKEN}>
      {title}
    </Typography>
  );
};

/** The feeds as a table, for screens wide enough. */
const FeedTable = ({ feeds, timeZone, health }: RowsProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const headers = [
    { name: 'title', label: t('feeds.column.title'), sortable: true },
    { name: 'published', label: t('feeds.column.published'), sortable: true },
    { name: 'waiting', label: t('feeds.column.waiting'), sortable: true },
    { name: 'newest', label: t('feeds.column.newest'), sortable: true },
    { name: 'date', label: `${t('entries.column.date')} (${timeZone})` },
    ...(health ? [{ name: 'health', label: t('feeds.column.health') }] : []),
    { name: 'address', label: t('feeds.column.address') },
  ];
  return (
    <Table.Root rows={feeds} headers={headers}>
      <Table.Content>
        <Table.Head>
          {headers.map((header) => (
            <HeaderCell key={header.name} {...header} />
          ))}
        </Table.Head>
        <Table.Body>
          {feeds.map((feed) => (
            <Table.Row key={feed.id}>
              <Table.Cell>
                <Name feed={feed} minWidth="22rem" />
              </Table.Cell>
              <Table.Cell>
                <Typography textColor="neutral800">{feed.published}</Typography>
              </Table.Cell>
              <Table.Cell>
                <Waiting feed={feed} />
              </Table.Cell>
              <Table.Cell>
                <Box maxWidth="24rem">
                  {feed.newest ? (
                    <Newest article={feed.newest} />
                  ) : (
                    <Typography textColor="neutral600">{t('feeds.noArticle')}</Typography>
                  )}
                </Box>
              </Table.Cell>
              <Table.Cell>
                <Typography textColor="neutral800">
                  {feed.newest ? toDate(feed.newest.date) : '–'}
                </Typography>
              </Table.Cell>
              {health ? (
                <Table.Cell>
                  <HealthBadge feed={feed} health={health} />
                </Table.Cell>
              ) : null}
              <Table.Cell>
                <AddressActions address={feed.address} subject={feed.title} />
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Content>
    </Table.Root>
  );
};

/** The feeds one below the other, for a phone. */
const FeedCards = ({ feeds, health }: RowsProps) => (
  <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
    {feeds.map((feed) => (
      <Box key={feed.id} tag="li" background="neutral0" shadow="tableShadow" hasRadius padding={4}>
        <Flex justifyContent="space-between" alignItems="flex-start" gap={2}>
          <Name feed={feed} minWidth="0" />
          <AddressActions address={feed.address} subject={feed.title} />
        </Flex>
        <Flex direction="column" alignItems="flex-start" gap={2} paddingTop={2}>
          {feed.newest ? <Newest article={feed.newest} /> : null}
          {health ? <HealthBadge feed={feed} health={health} /> : null}
        </Flex>
      </Box>
    ))}
  </Flex>
);

interface FeedListProps {
  feeds: AnswerState<FeedPage>;
}

/** All feeds: the whole site and each tag. */
export const FeedList = ({ feeds: { latest: data, isLoading, error, reload } }: FeedListProps) => {
  const t = useTranslation();
  const { type, change } = useView();
  const List = useIsMobile() ? FeedCards : FeedTable;
  const maySeeProblems = useMaySeeProblems();
  const health = useHealth((data?.results ?? []).map(({ id }) => id));
  return (
    <>
      <Layouts.Action
        startActions={
          <>
            <SearchInput label={t('feeds.search')} placeholder={t('feeds.search')} />
            {data && data.types.length > 1 ? (
              <FilterSelect
                label={t('feeds.type')}
                value={type}
                all={t('feeds.type.all')}
                options={data.types.map(({ contentType, name }) => ({
                  value: contentType,
                  text: name,
                }))}
                onChange={(chosen) => change({ type: chosen })}
              />
            ) : null}
          </>
        }
      />
      <Layouts.Content>
        {error !== undefined ? <Failure error={error} onRetry={reload} /> : null}
        {isLoading && !data ? <Loading /> : null}
        {/* What another search found would be taken for what this one finds. */}
        {data && error === undefined ? (
          <Flex direction="column" alignItems="stretch" gap={6}>
            {data.results.length === 0 ? (
              <Nothing>{t('feeds.noMatch')}</Nothing>
            ) : (
              <List
                feeds={data.results}
                timeZone={data.timeZone}
                health={maySeeProblems ? health : undefined}
              />
            )}
            <Pages pagination={data.pagination} />
          </Flex>
        ) : null}
      </Layouts.Content>
    </>
  );
};
