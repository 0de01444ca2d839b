import { Layouts, Page } from '@strapi/strapi/admin';
import { Flex, LinkButton } from '@strapi/design-system';
import { Cog, Stack } from '@strapi/icons';
import { Link, Navigate } from 'react-router-dom';

import { settingsPage, sourceList } from '../../shared/entry-addresses';
import { useMayChangeSettings, useMaySeeProblems } from '../../shared/permissions';
import { useTranslation } from '../../shared/use-translation';
import { EntriesSection } from '../entries/entries-section';
import { PAGE_SIZE } from '../entries/pages';
import { isWholeLook, useAttention, useEntryNumbers } from '../entries/use-entries';
import { ViewNav } from '../entries/view-nav';
import { useView, viewAddress, VIEWS } from '../entries/views';
import { FeedList } from './feed-list';
import { useFeedPage } from './use-feeds';

/** The feeds, and what is in them or will be: what readers have, what comes, what to mend. */
export const FeedsPage = () => {
  const t = useTranslation();
  const { view, toQuery } = useView();
  const isOfFeeds = view === 'feeds';
  const feeds = useFeedPage(
    isOfFeeds ? `?${toQuery('_q', 'type', 'sort', 'page', 'pageSize')}` : undefined,
  );
  // What feeds are searched for says nothing of entries; pages are those of the view that is open.
  const filter = isOfFeeds ? '' : toQuery('_q', 'feed', 'locale');
  const entryNumbers = useEntryNumbers(filter);
  const pages = new URLSearchParams(view === 'attention' ? toQuery('page', 'pageSize') : '');
  if (!pages.has('pageSize')) pages.set('pageSize', String(PAGE_SIZE));
  const attention = useAttention(`${filter}&${pages.toString()}`);
  const mayChangeSettings = useMayChangeSettings();
  const maySeeProblems = useMaySeeProblems();
  const numbers = entryNumbers.data?.data;
  // Languages and the name of the feed stay while other entries are counted.
  const latest = entryNumbers.latest?.data;
  const hasEntries =
    latest !== undefined && latest.live.count + latest.scheduled.count + latest.draft.count > 0;
  const title = isOfFeeds ? t('feeds.title') : t(`views.${view}`);
  // With the plugin's own types alone, topics are tags.
  const ofTypes = feeds.data && feeds.data.types.length > 1;

  if (view === 'attention' && maySeeProblems === false) {
    return <Navigate to={viewAddress('feeds')} replace />;
  }
  return (
    <Page.Main>
      <Page.Title>{title}</Page.Title>
      <Layouts.Header
        title={t('feeds.title')}
        subtitle={
          isOfFeeds
            ? t(ofTypes ? 'feeds.types.subtitle' : 'feeds.subtitle')
            : t(`views.${view}.explained`)
        }
        primaryAction={
          <Flex gap={2} wrap="wrap">
            <LinkButton tag={Link} to={sourceList} variant="tertiary" startIcon={<Stack />}>
              {t('sources.title')}
            </LinkButton>
            {mayChangeSettings ? (
              <LinkButton tag={Link} to={settingsPage} variant="tertiary" startIcon={<Cog />}>
                {t('feeds.settings')}
              </LinkButton>
            ) : null}
          </Flex>
        }
      />
      {/* Who has nothing yet is told what to do first, and no more. */}
      {isOfFeeds && !hasEntries ? null : (
        <ViewNav
          views={VIEWS.filter((name) => name !== 'attention' || maySeeProblems)}
          numbers={{
            live: numbers?.live,
            scheduled: numbers?.scheduled,
            drafts: numbers?.draft,
            attention: attention.data && {
              count: attention.data.pagination.total,
              isWhole: isWholeLook(attention.data),
            },
          }}
        />
      )}
      {isOfFeeds ? (
        <FeedList feeds={feeds} />
      ) : (
        <EntriesSection numbers={latest} attention={attention} />
      )}
    </Page.Main>
  );
};
