import { Box, EmptyStateLayout, Flex, LinkButton, Typography } from '@strapi/design-system';
import { ExternalLink, Plus } from '@strapi/icons';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { Link } from 'react-router-dom';

import { ARTICLE_UID } from '../../../../src/constants';
import { type FeedDetail, type FeedItem, SITE_FEED } from '../../../../src/panel/admin-api';
import { editEntry } from '../../shared/entry-addresses';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';
import type { StartState } from '../start-with-tag';
import { EditButton } from './edit-button';

interface ItemCardProps {
  item: FeedItem;
  timeZone: string;
}

const ItemCard = ({ item, timeZone }: ItemCardProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  return (
    <Box
      tag="li"
      paddingTop={5}
      paddingBottom={5}
      borderStyle="solid"
      borderWidth="0 0 1px"
      borderColor="neutral150"
    >
      <Flex justifyContent="space-between" alignItems="flex-start" gap={4} wrap="wrap">
        <Flex direction="column" alignItems="flex-start" gap={1} flex="1 1 30rem" minWidth={0}>
          <Typography variant="delta" tag="h3" textColor="neutral800">
            {item.title}
          </Typography>
          <Typography variant="pi" textColor="neutral600" tag="time" dateTime={item.date}>
            {toDate(item.date)}
          </Typography>
          <Box paddingTop={2} maxWidth="68rem">
            <Typography
              tag="p"
              variant="epsilon"
              textColor="neutral700"
              style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
            >
              {item.summary}
            </Typography>
          </Box>
        </Flex>
        <Flex gap={2}>
          <LinkButton
            variant="tertiary"
            size="S"
            href={item.link}
            target="_blank"
            rel="noreferrer"
            startIcon={<ExternalLink />}
            aria-label={t('feed.read.label', { title: item.title })}
          >
            {t('feed.read')}
          </LinkButton>
          <EditButton article={item} />
        </Flex>
      </Flex>
    </Box>
  );
};

interface ReaderTabProps {
  feed: FeedDetail;
}

/** The feed as the app of a subscriber shows it. */
export const ReaderTab = ({ feed }: ReaderTabProps) => {
  const t = useTranslation();
  if (feed.items.length === 0) {
    // Of the plugin's own types alone is known how the form begins with a topic.
    const start: StartState =
      feed.id === SITE_FEED || feed.source !== ARTICLE_UID ? {} : { syndicationTag: feed.id };
    return (
      <EmptyStateLayout
        hasRadius
        icon={<EmptyDocuments width="16rem" />}
        content={t('feed.empty')}
        action={
          <LinkButton
            tag={Link}
            to={editEntry(feed.source, 'create')}
            state={start}
            variant="secondary"
            startIcon={<Plus />}
          >
            {t('feed.write')}
          </LinkButton>
        }
      />
    );
  }
  return (
    <Box
      background="neutral0"
      shadow="tableShadow"
      hasRadius
      paddingTop={6}
      paddingBottom={2}
      paddingLeft={{ initial: 4, medium: 8 }}
      paddingRight={{ initial: 4, medium: 8 }}
    >
      <Typography variant="beta" tag="h2">
        {feed.title}
      </Typography>
      <Box paddingTop={1}>
        <Typography textColor="neutral600">{feed.description}</Typography>
      </Box>
      <ul>
        {feed.items.map((item) => (
          <ItemCard key={item.link} item={item} timeZone={feed.timeZone} />
        ))}
      </ul>
    </Box>
  );
};
