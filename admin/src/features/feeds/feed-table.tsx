import { Table } from '@strapi/strapi/admin';
import { Box, Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';

import type { FeedRow } from '../../../../src/panel/admin-api';
import { AddressActions } from '../../shared/address-actions';
import { editEntry, feedPage } from '../../shared/entry-addresses';
import { useDates } from '../../shared/use-dates';
import { useLanguageName } from '../../shared/use-language-name';
import { useTranslation } from '../../shared/use-translation';
import { HeaderCell } from './header-cell';
import { type Health, HealthBadge } from './health-badge';
import { Waiting } from './waiting';

/** What both forms of the list show. */
export interface FeedListProps {
  feeds: FeedRow[];
  timeZone: string;
  /** None for a user who may not see problems. */
  health?: Health;
}

/** Tables keep their texts in one line, and titles may have no end. */
const BROKEN_ANYWHERE = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

/** The same, for what leads to the feed: as long as there is room, its words stay whole. */
const BROKEN_AT_LAST = {
  whiteSpace: 'normal',
  overflowWrap: 'break-word',
  maxWidth: '100%',
} as const;

/** The newest article's title, with the way to its entry for who may change it. */
const Newest = ({ article }: { article: NonNullable<FeedRow['newest']> }) =>
  article.mayEdit ? (
    <Typography
      tag={Link}
      to={editEntry(article.contentType, article.documentId, article.locale)}
      textColor="neutral800"
      style={BROKEN_ANYWHERE}
    >
      {article.title}
    </Typography>
  ) : (
    <Typography textColor="neutral800" style={BROKEN_ANYWHERE}>
      {article.title}
    </Typography>
  );

/** The feeds as a table, for screens wide enough. */
export const FeedTable = ({ feeds, timeZone, health }: FeedListProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const nameOf = useLanguageName();
  const headers = [
    { name: 'title', label: t('feeds.column.title'), sortable: true },
    { name: 'published', label: t('feeds.column.published'), sortable: true },
    { name: 'waiting', label: t('feeds.column.waiting'), sortable: true },
    { name: 'newest', label: t('feeds.column.newest'), sortable: true },
    { name: 'changed', label: t('feeds.column.changed') },
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
                <Flex direction="column" alignItems="flex-start" gap={1} maxWidth="24rem">
                  <DesignLink tag={Link} to={feedPage(feed.id)} style={BROKEN_AT_LAST}>
                    {feed.title}
                  </DesignLink>
                  <Typography variant="pi" textColor="neutral600" style={BROKEN_AT_LAST}>
                    {`${feed.typeName ?? t('feeds.wholeSite')} · `}
                    {feed.language === null ? '' : `${nameOf(feed.language)} · `}
                    {new URL(feed.address).pathname}
                  </Typography>
                </Flex>
              </Table.Cell>
              <Table.Cell>
                <Typography textColor="neutral800">{feed.published}</Typography>
              </Table.Cell>
              <Table.Cell>
                <Waiting feed={feed} timeZone={timeZone} />
              </Table.Cell>
              <Table.Cell>
                {feed.newest ? (
                  <Flex direction="column" alignItems="flex-start" gap={1} maxWidth="20rem">
                    <Newest article={feed.newest} />
                    <Typography variant="pi" textColor="neutral600">
                      {toDate(feed.newest.date)}
                    </Typography>
                  </Flex>
                ) : (
                  <Typography textColor="neutral600">{t('feeds.noArticle')}</Typography>
                )}
              </Table.Cell>
              <Table.Cell>
                <Box minWidth="12rem" maxWidth="16rem">
                  <Typography variant="pi" textColor="neutral800" style={{ whiteSpace: 'normal' }}>
                    {feed.published > 0 ? toDate(feed.changed) : '–'}
                  </Typography>
                </Box>
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
