import { Box, EmptyStateLayout, Flex, Typography } from '@strapi/design-system';
import { CheckCircle } from '@strapi/icons';

import type { FeedWaiting, WaitingArticle } from '../../../../src/panel/admin-api';
import { ScheduledBadge } from '../../shared/scheduled-badge';
import { Failure, Loading } from '../../shared/states';
import { useDates } from '../../shared/use-dates';
import type { RequestState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { EditButton } from './edit-button';

interface ArticleProps {
  article: WaitingArticle;
  timeZone: string;
}

const Article = ({ article, timeZone }: ArticleProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const { title, date, isScheduled } = article;
  return (
    <Flex
      tag="li"
      justifyContent="space-between"
      gap={4}
      wrap="wrap"
      paddingTop={4}
      paddingBottom={4}
      borderStyle="solid"
      borderWidth="0 0 1px"
      borderColor="neutral150"
    >
      <Flex direction="column" alignItems="flex-start" gap={1} flex="1 1 24rem" minWidth={0}>
        <Typography
          variant="delta"
          tag="h2"
          textColor="neutral800"
          style={{ overflowWrap: 'anywhere' }}
        >
          {title || t('panel.item.noTitle')}
        </Typography>
        {isScheduled && date ? (
          <ScheduledBadge date={date} timeZone={timeZone} />
        ) : (
          <Typography variant="pi" textColor="neutral600">
            {date ? t('feed.waiting.draftDated', { date: toDate(date) }) : t('feed.waiting.draft')}
          </Typography>
        )}
      </Flex>
      <EditButton article={article} />
    </Flex>
  );
};

interface WaitingTabProps {
  waiting: RequestState<FeedWaiting>;
}

/** Articles that will come to the feed, with their dates. */
export const WaitingTab = ({ waiting: { data, error, reload } }: WaitingTabProps) => {
  const t = useTranslation();
  if (!data) return error === undefined ? <Loading /> : <Failure error={error} onRetry={reload} />;
  if (data.total === 0) {
    return (
      <EmptyStateLayout
        hasRadius
        icon={<CheckCircle width="4rem" height="4rem" fill="neutral600" />}
        content={t('feed.waiting.none')}
      />
    );
  }
  const others = data.total - data.articles.length;
  return (
    <Box background="neutral0" shadow="tableShadow" hasRadius padding={{ initial: 4, medium: 6 }}>
      <Typography tag="p" textColor="neutral600">
        {t('feeds.waiting.explained')}
      </Typography>
      <ul>
        {data.articles.map((article) => (
          <Article
            key={`${article.contentType} ${article.documentId} ${article.locale}`}
            article={article}
            timeZone={data.timeZone}
          />
        ))}
      </ul>
      {others > 0 ? (
        <Box paddingTop={4}>
          <Typography tag="p" textColor="neutral600">
            {t('feed.waiting.others', { count: others })}
          </Typography>
        </Box>
      ) : null}
    </Box>
  );
};
