import { BackButton, isFetchError, Layouts, Page, useQueryParams } from '@strapi/strapi/admin';
import { Badge, Box, Flex, Tabs, Typography } from '@strapi/design-system';
import { useParams } from 'react-router-dom';

import { AddressActions } from '../../shared/address-actions';
import { useMaySeeProblems } from '../../shared/permissions';
import { Failure } from '../../shared/states';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';
import { viewAddress } from '../entries/views';
import { ProblemsTab } from './problems-tab';
import { ReaderTab } from './reader-tab';
import { useFeed, useFeedProblems } from './use-feeds';
import { XmlTab } from './xml-tab';

const TABS = ['reader', 'xml', 'problems'];

/** How many there are behind a tab; its place is there before it is known, so that nothing moves. */
const TabCount = ({ count }: { count?: number }) => (
  <Badge marginLeft={2} style={{ visibility: count === undefined ? 'hidden' : undefined }}>
    {count ?? 0}
  </Badge>
);

/** One feed: its items, its source and its problems. */
export const FeedPage = () => {
  const t = useTranslation();
  const { id = '' } = useParams();
  const [{ query }, setQuery] = useQueryParams<{ tab?: string }>();
  const { data, error, reload } = useFeed(id);
  const feed = data?.data;
  const problems = useFeedProblems(id);
  const maySeeProblems = useMaySeeProblems();
  const toDate = useDates(feed?.timeZone ?? 'UTC');
  const tab = TABS.find((name) => name === query.tab) ?? 'reader';

  if (error !== undefined) {
    return isFetchError(error) && error.status === 404 ? (
      <Page.NoData content={t('feed.notFound')} />
    ) : (
      <Page.Main>
        <Failure error={error} onRetry={reload} />
      </Page.Main>
    );
  }
  if (!feed) return <Page.Loading>{t('loading')}</Page.Loading>;

  return (
    <Page.Main>
      <Page.Title>{feed.title}</Page.Title>
      <Layouts.Header
        navigationAction={<BackButton fallback={viewAddress('feeds')} />}
        title={feed.title}
        subtitle={feed.address}
        primaryAction={<AddressActions address={feed.address} subject={feed.title} />}
      />
      <Layouts.Content>
        <Tabs.Root
          variant="simple"
          value={tab}
          onValueChange={(value) => setQuery({ tab: value }, 'push', true)}
        >
          <Flex justifyContent="space-between" wrap="wrap" gap={2}>
            <Tabs.List aria-label={t('feed.tabs')}>
              <Tabs.Trigger value="reader">{t('feed.tab.reader')}</Tabs.Trigger>
              <Tabs.Trigger value="xml">{t('feed.tab.xml')}</Tabs.Trigger>
              {maySeeProblems ? (
                <Tabs.Trigger value="problems">
                  {t('feed.tab.problems')}
                  <TabCount count={problems.data?.data.length} />
                </Tabs.Trigger>
              ) : null}
            </Tabs.List>
            <Typography variant="pi" textColor="neutral600">
              {feed.items.length > 0
                ? t('feed.changed', { date: `${toDate(feed.changed)} (${feed.timeZone})` })
                : null}
            </Typography>
          </Flex>
          <Box paddingTop={4}>
            <Tabs.Content value="reader">
              <ReaderTab feed={feed} />
            </Tabs.Content>
            <Tabs.Content value="xml">
              <XmlTab documents={feed.documents} />
            </Tabs.Content>
            {maySeeProblems ? (
              <Tabs.Content value="problems">
                <ProblemsTab problems={problems} timeZone={feed.timeZone} />
              </Tabs.Content>
            ) : null}
          </Box>
        </Tabs.Root>
      </Layouts.Content>
    </Page.Main>
  );
};
