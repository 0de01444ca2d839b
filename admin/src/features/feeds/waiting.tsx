import { Flex, Link as DesignLink, Tooltip, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';

import type { FeedRow } from '../../../../src/panel/admin-api';
import { feedPage } from '../../shared/entry-addresses';
import { ScheduledBadge } from '../../shared/scheduled-badge';
import { useTranslation } from '../../shared/use-translation';

interface WaitingProps {
  feed: FeedRow;
  timeZone: string;
}

/** How many articles will come to a feed, with the way to them, and when the next one appears. */
export const Waiting = ({ feed, timeZone }: WaitingProps) => {
  const t = useTranslation();
  if (feed.waiting === 0) return <Typography textColor="neutral600">0</Typography>;
  return (
    <Flex
      direction="column"
      alignItems="flex-start"
      gap={1}
      minWidth={feed.next ? '18rem' : undefined}
      maxWidth="20rem"
    >
      <Tooltip label={t('feeds.waiting.explained')}>
        <DesignLink
          tag={Link}
          to={`${feedPage(feed.id)}?tab=waiting`}
          aria-label={t('feeds.waiting.label', { count: feed.waiting, title: feed.title })}
        >
          {feed.waiting}
        </DesignLink>
      </Tooltip>
      {feed.next ? <ScheduledBadge date={feed.next} timeZone={timeZone} /> : null}
    </Flex>
  );
};
