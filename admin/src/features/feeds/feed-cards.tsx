import { Box, Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';

import { AddressActions } from '../../shared/address-actions';
import { feedPage } from '../../shared/entry-addresses';
import { useDates } from '../../shared/use-dates';
import { useLanguageName } from '../../shared/use-language-name';
import { useTranslation } from '../../shared/use-translation';
import type { FeedListProps } from './feed-table';
import { HealthBadge } from './health-badge';
import { Waiting } from './waiting';

/** The feeds one below the other, for a phone. */
export const FeedCards = ({ feeds, timeZone, health }: FeedListProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const nameOf = useLanguageName();
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
      {feeds.map((feed) => (
        <Box
          key={feed.id}
          tag="li"
          background="neutral0"
          shadow="tableShadow"
          hasRadius
          padding={4}
        >
          <Flex justifyContent="space-between" alignItems="flex-start" gap={2}>
            <Flex direction="column" alignItems="flex-start" gap={1} minWidth={0}>
              <DesignLink tag={Link} to={feedPage(feed.id)}>
                {feed.title}
              </DesignLink>
              <Typography variant="pi" textColor="neutral600">
                {`${feed.typeName ?? t('feeds.wholeSite')} · `}
                {feed.language === null ? '' : `${nameOf(feed.language)} · `}
                {new URL(feed.address).pathname}
              </Typography>
            </Flex>
            <AddressActions address={feed.address} subject={feed.title} />
          </Flex>
          <Flex gap={4} paddingTop={2} wrap="wrap">
            <Typography variant="pi" textColor="neutral600">
              {t('feeds.column.published')}: {feed.published}
            </Typography>
            <Flex gap={1} alignItems="flex-start">
              <Typography variant="pi" textColor="neutral600">
                {t('feeds.column.waiting')}:
              </Typography>
              <Waiting feed={feed} timeZone={timeZone} />
            </Flex>
          </Flex>
          <Flex direction="column" alignItems="flex-start" gap={2} paddingTop={2}>
            <Typography variant="omega" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
              {feed.newest
                ? `${feed.newest.title} · ${toDate(feed.newest.date)}`
                : t('feeds.noArticle')}
            </Typography>
            {health ? <HealthBadge feed={feed} health={health} /> : null}
          </Flex>
        </Box>
      ))}
    </Flex>
  );
};
