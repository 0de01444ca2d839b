import { Box, Button, EmptyStateLayout, Flex, LinkButton, Typography } from '@strapi/design-system';
import { ExternalLink, Plus } from '@strapi/icons';
import { EmptyDocuments } from '@strapi/icons/symbols';
import * as React from 'react';
import { Link } from 'react-router-dom';

import { ARTICLE_UID } from '../../../../src/lib/constants';
import type { FeedDetail, FeedItem } from '../../../../src/panel/admin-api';
import { Card } from '../../shared/blocks';
import { useDates } from '../../shared/dates';
import { createEntry } from '../../shared/entry-addresses';
import { useContentChoosers } from '../../shared/names';
import { useMayType } from '../../shared/permissions';
import { Cover, Enclosure, ItemFrame, TextSwitch } from '../../shared/reader/reader';
import { useTranslation } from '../../shared/use-translation';
import { EditButton } from '../entries/entry-parts';
import type { StartState } from '../start-with-tag';

/** Width of a phone, as in browser developer tools. */
const PHONE = '390px';

interface ItemTextProps {
  item: FeedItem;
  /** Whether to show the full text, if there is one. */
  isFull: boolean;
}

const ItemText = ({
  item: { title, summary, contentHtml, isTextLeftOut },
  isFull,
}: ItemTextProps) => {
  const t = useTranslation();
  if (isFull && contentHtml !== null) return <ItemFrame title={title} html={contentHtml} />;
  return (
    <>
      <Typography
        tag="p"
        dir="auto"
        variant="epsilon"
        textColor="neutral700"
        style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
      >
        {summary}
      </Typography>
      {isFull && isTextLeftOut ? (
        <Typography variant="pi" tag="p" textColor="neutral600">
          {t('reader.leftOut')}
        </Typography>
      ) : null}
    </>
  );
};

interface ItemCardProps extends ItemTextProps {
  timeZone: string;
}

const ItemCard = ({ item, isFull, timeZone }: ItemCardProps) => {
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
        <Flex direction="column" alignItems="stretch" gap={1} flex="1 1 30rem" minWidth={0}>
          <Typography variant="delta" tag="h3" dir="auto" textColor="neutral800">
            {item.title}
          </Typography>
          <Typography variant="pi" textColor="neutral600" tag="time" dateTime={item.date}>
            {toDate(item.date)}
          </Typography>
          <Flex direction="column" alignItems="stretch" gap={3} paddingTop={2} maxWidth="68rem">
            {item.cover ? <Cover cover={item.cover} /> : null}
            <Box>
              <ItemText item={item} isFull={isFull} />
            </Box>
            {item.enclosure ? <Enclosure enclosure={item.enclosure} title={item.title} /> : null}
          </Flex>
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
          <EditButton entry={item} />
        </Flex>
      </Flex>
    </Box>
  );
};

interface ReaderTabProps {
  feed: FeedDetail;
}

/** The feed as a feed reader shows it. */
export const ReaderTab = ({ feed }: ReaderTabProps) => {
  const t = useTranslation();
  const hasFullTexts = feed.items.some((item) => item.contentHtml !== null);
  const [isFull, setIsFull] = React.useState(true);
  const [isPhone, setIsPhone] = React.useState(false);
  const types = useContentChoosers(!hasFullTexts);
  const mayWrite = useMayType('create');
  if (feed.items.length === 0) {
    // Only the form of the plugin's own article type can start with a topic.
    const { contentType, locale, topic } = feed.entries;
    const start: StartState =
      topic !== null && contentType === ARTICLE_UID ? { syndicationTag: topic } : {};
    return (
      <EmptyStateLayout
        hasRadius
        icon={<EmptyDocuments width="16rem" />}
        content={t('feed.empty')}
        action={
          mayWrite(contentType) ? (
            <LinkButton
              tag={Link}
              to={createEntry(contentType, locale)}
              state={start}
              variant="secondary"
              startIcon={<Plus />}
            >
              {t('feed.write')}
            </LinkButton>
          ) : undefined
        }
      />
    );
  }
  return (
    <Card
      paddingTop={6}
      paddingBottom={2}
      paddingLeft={{ initial: 4, medium: isPhone ? 4 : 8 }}
      paddingRight={{ initial: 4, medium: isPhone ? 4 : 8 }}
      maxWidth={isPhone ? PHONE : undefined}
      style={isPhone ? { marginInline: 'auto' } : undefined}
      data-testid="syndication-reader"
    >
      <Flex justifyContent="space-between" alignItems="flex-start" gap={4} wrap="wrap">
        <Box>
          <Typography variant="beta" tag="h2">
            {feed.title}
          </Typography>
          <Box paddingTop={1}>
            <Typography textColor="neutral600">{feed.description}</Typography>
          </Box>
        </Box>
        <Flex gap={2} wrap="wrap">
          {hasFullTexts ? <TextSwitch isFull={isFull} onChange={setIsFull} /> : null}
          <Box display={{ initial: 'none', medium: 'block' }}>
            <Button
              type="button"
              size="S"
              variant={isPhone ? 'secondary' : 'tertiary'}
              aria-pressed={isPhone}
              onClick={() => setIsPhone(!isPhone)}
            >
              {t('reader.phone')}
            </Button>
          </Box>
        </Flex>
      </Flex>
      {hasFullTexts ? null : (
        <Box paddingTop={2}>
          <Typography variant="pi" tag="p" textColor="neutral600">
            {t('reader.summariesAlone', { types })}
          </Typography>
        </Box>
      )}
      <ul>
        {feed.items.map((item) => (
          <ItemCard key={item.link} item={item} isFull={isFull} timeZone={feed.timeZone} />
        ))}
      </ul>
    </Card>
  );
};
