import { BackButton, isFetchError, Layouts, Page, useQueryParams } from '@strapi/strapi/admin';
import { Badge, Box, Button, Flex, Tabs, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import * as React from 'react';
import { useParams } from 'react-router-dom';
import { styled } from 'styled-components';

import type { ArticleProblems, FeedDetail, FeedDocument } from '../../../../src/panel/admin-api';
import { AddressActions, useCopy } from '../../shared/address-actions';
import { Card } from '../../shared/blocks';
import { FilterSelect } from '../../shared/choices';
import { useDates } from '../../shared/dates';
import { PROBLEMS_PERMISSIONS, useMay } from '../../shared/permissions';
import { Answered, Failure } from '../../shared/states';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { Troubled } from '../entries/attention-view';
import { keyOf, EmptyList } from '../entries/entry-parts';
import { viewAddress } from '../entries/views';
import { ReaderTab } from './reader-tab';

const Source = styled.pre`
  font-family:
    'SF Mono', SFMono-Regular, ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  font-size: 1.3rem;
  line-height: 1.6;
  tab-size: 2;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  color: ${({ theme }) => theme.colors.neutral800};
`;

interface XmlTabProps {
  documents: FeedDocument[];
}

/** The source of the feed in each format. */
const XmlTab = ({ documents }: XmlTabProps) => {
  const t = useTranslation();
  const copy = useCopy();
  const [chosen, setChosen] = React.useState<string>('rss');
  const shown = documents.find(({ name }) => name === chosen) ?? documents[0]!;
  return (
    <Card padding={0}>
      <Flex
        justifyContent="space-between"
        gap={4}
        wrap="wrap"
        padding={4}
        borderStyle="solid"
        borderWidth="0 0 1px"
        borderColor="neutral150"
      >
        <Typography textColor="neutral600">{t('feed.xml.explained')}</Typography>
        <Flex gap={2} wrap="wrap">
          <FilterSelect
            label={t('feed.xml.format')}
            value={shown.name}
            options={documents.map(({ name, label }) => ({ value: name, text: label }))}
            onChange={setChosen}
          />
          <AddressActions address={shown.address} subject={shown.label} />
          <Button
            variant="secondary"
            size="S"
            startIcon={<Duplicate />}
            onClick={() => copy(shown.source)}
          >
            {t('feed.xml.copy')}
          </Button>
        </Flex>
      </Flex>
      <Box
        padding={4}
        overflow="auto"
        maxHeight="70vh"
        tabIndex={0}
        role="region"
        aria-label={t('feed.xml.label')}
      >
        <Source>{shown.source}</Source>
      </Box>
    </Card>
  );
};

const TABS = ['reader', 'xml', 'problems'];

/** Number of entries behind a tab. Takes its space while loading, so that nothing moves. */
const TabCount = ({ count }: { count?: number }) => (
  <Badge marginLeft={2} style={{ visibility: count === undefined ? 'hidden' : undefined }}>
    {count ?? 0}
  </Badge>
);

interface ProblemsTabProps {
  problems: ArticleProblems[];
  timeZone: string;
}

/** Articles of the feed that have problems. */
const ProblemsTab = ({ problems, timeZone }: ProblemsTabProps) => {
  const t = useTranslation();
  if (problems.length === 0) {
    return <EmptyList>{t('attention.none')}</EmptyList>;
  }
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
      {problems.map((article) => (
        <Troubled key={keyOf(article)} entry={article} timeZone={timeZone} />
      ))}
    </Flex>
  );
};

/** One feed: its items, its source and its problems. */
export const FeedPage = () => {
  const t = useTranslation();
  const { id = '' } = useParams();
  const [{ query }, setQuery] = useQueryParams<{ tab?: string }>();
  const path = `feeds/${encodeURIComponent(id)}`;
  const { data: feed, error, reload } = useAnswer<FeedDetail>(path);
  const maySeeProblems = useMay(PROBLEMS_PERMISSIONS);
  const problems = useAnswer<ArticleProblems[]>(maySeeProblems ? `${path}/problems` : undefined);
  const toDate = useDates(feed?.timeZone ?? 'UTC');
  const tab = TABS.find((name) => name === query.tab) ?? 'reader';

  if (error !== undefined) {
    return isFetchError(error) && error.status === 404 ? (
      <Page.NoData content={t('feed.notFound')} />
    ) : (
      <Page.Main padding={6}>
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
                  <TabCount count={problems.data?.length} />
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
                <Answered answer={problems}>
                  {(found) => <ProblemsTab problems={found} timeZone={feed.timeZone} />}
                </Answered>
              </Tabs.Content>
            ) : null}
          </Box>
        </Tabs.Root>
      </Layouts.Content>
    </Page.Main>
  );
};
