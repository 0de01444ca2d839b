import { Layouts, Page } from '@strapi/strapi/admin';
import { Badge, Flex, LinkButton, Typography } from '@strapi/design-system';
import { Cog } from '@strapi/icons';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import type { Attention, EntryNumbers } from '../../../../src/panel/admin-api';
import { settingsPage } from '../../shared/entry-addresses';
import { useMayChangeSettings, useMaySeeProblems } from '../../shared/permissions';
import { type RequestState, useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { DeliveryView } from '../deliveries/delivery-view';
import { AttentionView } from '../entries/attention-view';
import { CalendarView } from '../entries/calendar-view';
import { EntryFilters } from '../entries/entry-filters';
import { EntryView } from '../entries/entry-view';
import { PAGE_SIZE } from '../entries/pages';
import { isWholeLook, useAttention } from '../entries/use-entries';
import { useView, VIEWS } from '../entries/views';
import { FeedList } from './feed-list';
import { FirstRun } from './first-run';
import { LocalAddressBanner } from './local-address-banner';
import { useFeedPage } from './use-feeds';

const ViewLink = styled(Link)`
  display: flex;
  align-items: center;
  /* As high with a number as without. */
  min-height: 4.8rem;
  gap: ${({ theme }) => theme.spaces[2]};
  padding: ${({ theme }) => `${theme.spaces[3]} ${theme.spaces[2]}`};
  color: ${({ theme }) => theme.colors.neutral600};
  text-decoration: none;
  border-bottom: 2px solid transparent;

  ${({ theme }) => theme.breakpoints.medium} {
    padding-inline: ${({ theme }) => theme.spaces[3]};
  }

  &:hover {
    color: ${({ theme }) => theme.colors.neutral800};
  }

  &[aria-current='page'] {
    color: ${({ theme }) => theme.colors.primary700};
    border-bottom-color: ${({ theme }) => theme.colors.primary600};
  }
`;

/** The views of the page, as links: each has an address of its own. */
interface NavProps {
  attention: Attention | undefined;
  /** Whether the user may see who was told. */
  hasDeliveries: boolean;
}

const ViewNav = ({ attention, hasDeliveries }: NavProps) => {
  const t = useTranslation();
  const { view: current, toView } = useView();
  const maySeeProblems = useMaySeeProblems();
  const count = attention ? attention.pagination.total + attention.untold.length : 0;
  const views = VIEWS.filter((view) => view !== 'deliveries' || hasDeliveries);
  return (
    <nav aria-label={t('views.label')}>
      <Flex
        tag="ul"
        wrap="wrap"
        gap={1}
        borderStyle="solid"
        borderWidth="0 0 1px"
        borderColor="neutral200"
      >
        {views.map((view) => (
          <li key={view}>
            <ViewLink to={toView(view)} aria-current={view === current ? 'page' : undefined}>
              <Typography tag="span" variant="omega" fontWeight="bold" textColor="inherit">
                {t(view === 'now' && maySeeProblems === false ? 'calendar.title' : `views.${view}`)}
              </Typography>
              {view === 'now' && attention && count > 0 ? (
                <Badge>{`${count}${isWholeLook(attention) ? '' : '+'}`}</Badge>
              ) : null}
            </ViewLink>
          </li>
        ))}
      </Flex>
    </nav>
  );
};

interface EntriesProps {
  numbers: EntryNumbers | undefined;
  attention: RequestState<Attention>;
}

/** What to see to and what comes, or the entries. */
const Entries = ({ numbers, attention }: EntriesProps) => {
  const t = useTranslation();
  const { view } = useView();
  const maySeeProblems = useMaySeeProblems();
  return (
    <>
      <Layouts.Action startActions={<EntryFilters numbers={numbers} />} />
      <Layouts.Content>
        {view === 'entries' ? (
          <EntryView />
        ) : (
          <Flex direction="column" alignItems="stretch" gap={8}>
            {maySeeProblems ? (
              <section aria-label={t('views.now')}>
                <AttentionView attention={attention} />
              </section>
            ) : null}
            <section aria-label={t('calendar.title')}>
              <CalendarView />
            </section>
          </Flex>
        )}
      </Layouts.Content>
    </>
  );
};

/** What needs attention and what comes, the entries, the feeds, and who was told of changes. */
export const FeedsPage = () => {
  const t = useTranslation();
  const { view, toQuery } = useView();
  const isOfFeeds = view === 'feeds';
  const isOfEntries = view === 'now' || view === 'entries';
  // Of the other views, whether there is anything yet, and whether others can reach it.
  const feeds = useFeedPage(
    isOfFeeds ? toQuery('_q', 'type', 'sort', 'page', 'pageSize') : 'pageSize=1',
  );
  // What feeds are searched for says nothing of entries; pages are those of the view that is open.
  const filter = isOfEntries ? toQuery('_q', 'feed', 'locale') : '';
  const entryNumbers = useAnswer<{ data: EntryNumbers }>(`entries/numbers?${filter}`);
  const pages = new URLSearchParams(view === 'now' ? toQuery('page', 'pageSize') : '');
  if (!pages.has('pageSize')) pages.set('pageSize', String(PAGE_SIZE));
  const attention = useAttention(`${filter}&${pages.toString()}`);
  const mayChangeSettings = useMayChangeSettings();
  // Languages and the name of the feed stay while other entries are counted.
  const numbers = entryNumbers.latest?.data;
  const isFirstRun = feeds.latest?.exists.published === false;
  const explained = isFirstRun ? 'feeds' : view;
  const localAddress = feeds.latest?.localAddress;
  return (
    <Page.Main>
      <Page.Title>{t('feeds.title')}</Page.Title>
      <Layouts.Header
        title={t('feeds.title')}
        subtitle={t(`views.${explained}.explained`)}
        primaryAction={
          mayChangeSettings ? (
            <LinkButton tag={Link} to={settingsPage} variant="tertiary" startIcon={<Cog />}>
              {t('feeds.settings')}
            </LinkButton>
          ) : null
        }
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={4} paddingBottom={4}>
          {localAddress ? <LocalAddressBanner {...localAddress} /> : null}
          {/* Who has nothing yet is told what to do first, and no more. */}
          {feeds.latest && isFirstRun ? (
            <FirstRun exists={feeds.latest.exists} start={feeds.latest.start} />
          ) : (
            <ViewNav
              attention={attention.data}
              hasDeliveries={
                view === 'deliveries' ||
                (mayChangeSettings === true && feeds.latest?.tellsOthers === true)
              }
            />
          )}
        </Flex>
      </Layouts.Content>
      {isOfFeeds ? <FeedList feeds={feeds} /> : null}
      {view === 'deliveries' ? <DeliveryView /> : null}
      {isOfEntries && !isFirstRun ? <Entries numbers={numbers} attention={attention} /> : null}
    </Page.Main>
  );
};
