import { Layouts, Page, useIsMobile } from '@strapi/strapi/admin';
import { Badge, Box, Flex, LinkButton, Typography } from '@strapi/design-system';
import { ArrowRight, CheckCircle, Cog, WarningCircle } from '@strapi/icons';
import { Link, Route, Routes } from 'react-router-dom';
import { styled } from 'styled-components';

import type {
  Attention,
  Calendar,
  EntryPage,
  FeedPage as Feeds,
  LocalAddress,
} from '../../../../src/panel/admin-api';
import { WRAP_ANYWHERE, Card, Fold, WithIcon } from '../../shared/blocks';
import { createEntry, listEntries, settingsPage } from '../../shared/entry-addresses';
import { useTypeName } from '../../shared/names';
import {
  FEEDS_PERMISSIONS,
  PROBLEMS_PERMISSIONS,
  SETTINGS_PERMISSIONS,
  useMay,
  useMayType,
} from '../../shared/permissions';
import { Answered } from '../../shared/states';
import { type RequestState, useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { DeliveryView } from '../deliveries/delivery-view';
import { AttentionView } from '../entries/attention-view';
import { CalendarView } from '../entries/calendar-view';
import { EntryFilters } from '../entries/entry-filters';
import { isComplete, useAttention } from '../entries/entry-parts';
import { EntryView } from '../entries/entry-view';
import { useView, VIEWS } from '../entries/views';
import { FeedList } from './feed-list';
import { FeedPage } from './feed-page';

type FirstRunProps = Pick<Feeds, 'exists' | 'start'>;

/** First steps, while nothing is published yet. */
const FirstRun = ({ exists, start: { topic, source } }: FirstRunProps) => {
  const t = useTranslation();
  const typeName = useTypeName();
  const [mayWrite, mayRead] = [useMayType('create'), useMayType('read')];
  const steps = (
    [
      { name: 'topic', isDone: exists.tags, type: topic, toPage: createEntry },
      { name: 'entry', isDone: exists.articles, type: source, toPage: createEntry },
      { name: 'publish', isDone: exists.published, type: source, toPage: listEntries },
    ] as const
  ).flatMap(({ type, toPage, ...step }) =>
    type
      ? {
          ...step,
          isOffered: (step.name === 'publish' ? mayRead : mayWrite)(type.contentType),
          title: t(`start.${step.name}`, { type: typeName(type.name) }),
          to: toPage(type.contentType, type.locale),
        }
      : [],
  );
  const next = steps.find(({ isDone }) => !isDone);

  return (
    <Card padding={{ initial: 4, medium: 8 }}>
      <Typography variant="beta" tag="h2">
        {t('start.title', { count: steps.length })}
      </Typography>
      <Box paddingTop={2} paddingBottom={6}>
        <Typography textColor="neutral600">{t('start.intro')}</Typography>
      </Box>
      <Flex tag="ol" direction="column" alignItems="stretch" gap={3}>
        {steps.map((step, index) => (
          <Flex
            key={step.name}
            tag="li"
            gap={4}
            padding={4}
            hasRadius
            borderColor={step === next ? 'primary200' : 'neutral150'}
            background={step === next ? 'primary100' : 'neutral0'}
            direction={{ initial: 'column', medium: 'row' }}
            alignItems={{ initial: 'flex-start', medium: 'center' }}
          >
            <Flex
              justifyContent="center"
              background={step.isDone ? 'success100' : 'neutral150'}
              borderRadius="50%"
              width="3.2rem"
              height="3.2rem"
              shrink={0}
              aria-hidden
            >
              {step.isDone ? (
                <CheckCircle fill="success600" />
              ) : (
                <Typography fontWeight="bold" textColor="neutral800">
                  {index + 1}
                </Typography>
              )}
            </Flex>
            <Flex direction="column" alignItems="flex-start" gap={1} flex={1}>
              <Typography variant="delta" tag="h3">
                {step.title}
              </Typography>
              <Typography textColor="neutral700">{t(`start.${step.name}.explained`)}</Typography>
            </Flex>
            {step.isDone ? (
              <Typography fontWeight="bold" textColor="success700">
                {t('start.done')}
              </Typography>
            ) : step.isOffered ? (
              <LinkButton
                tag={Link}
                to={step.to}
                variant={step === next ? 'default' : 'tertiary'}
                endIcon={<ArrowRight />}
              >
                {step.title}
              </LinkButton>
            ) : null}
          </Flex>
        ))}
      </Flex>
    </Card>
  );
};

/** Warns that the base URL is local, so that nobody else can open the feeds, and says where to change it. */
const LocalAddressBanner = ({ baseUrl, isFixed }: LocalAddress) => {
  const t = useTranslation();
  const mayChange = useMay(SETTINGS_PERMISSIONS) && !isFixed;
  const isMobile = useIsMobile();
  const title = t('feeds.local.title', { address: baseUrl });
  const remedy = isFixed ? 'feeds.local.fixed' : 'feeds.local.remedy';
  const explained = (['feeds.local.explained', remedy] as const).map((key) => (
    <Typography key={key} tag="p" textColor="neutral800">
      {t(key)}
    </Typography>
  ));
  return (
    <Card
      tag="section"
      aria-label={title}
      background="warning100"
      borderColor="warning200"
      shadow={undefined}
    >
      <WithIcon gap={4} icon={<WarningCircle fill="warning600" width="2rem" height="2rem" />}>
        <Flex direction="column" alignItems="flex-start" gap={2} minWidth={0} style={WRAP_ANYWHERE}>
          {isMobile ? (
            <Fold title={title} heading="h2">
              {explained}
            </Fold>
          ) : (
            <>
              <Typography variant="delta" tag="h2" textColor="neutral800">
                {title}
              </Typography>
              {explained}
            </>
          )}
          {mayChange ? (
            <Box paddingTop={2}>
              <LinkButton tag={Link} to={settingsPage} variant="secondary">
                {t('feeds.local.set')}
              </LinkButton>
            </Box>
          ) : null}
        </Flex>
      </WithIcon>
    </Card>
  );
};

const Nav = styled.nav`
  /* High contrast gives all buttons the same colours. */
  @media (forced-colors: active) {
    [aria-current] {
      border: 3px solid Highlight;
    }
  }
`;

interface NavProps {
  attention: Attention | undefined;
  /** Whether the user may see deliveries. */
  hasDeliveries: boolean;
}

const ViewNav = ({ attention, hasDeliveries }: NavProps) => {
  const t = useTranslation();
  const { view: current, toView } = useView();
  const maySeeProblems = useMay(PROBLEMS_PERMISSIONS);
  const count = attention ? attention.pagination.total + attention.untold.length : 0;
  const views = VIEWS.filter((view) => view !== 'deliveries' || hasDeliveries);
  return (
    <Nav aria-label={t('views.label')}>
      <Flex tag="ul" wrap="wrap" gap={1}>
        {views.map((view) => (
          <li key={view}>
            <LinkButton
              tag={Link}
              to={toView(view)}
              variant={view === current ? 'secondary' : 'ghost'}
              aria-current={view === current ? 'page' : undefined}
            >
              {t(view === 'now' && maySeeProblems === false ? 'calendar.title' : `views.${view}`)}
              {/* `LinkButton` hides its icons from screen readers, so the number is a child. */}
              {view === 'now' && attention && count > 0 ? (
                <Badge marginLeft={2}>{`${count}${isComplete(attention) ? '' : '+'}`}</Badge>
              ) : null}
            </LinkButton>
          </li>
        ))}
      </Flex>
    </Nav>
  );
};

/** The attention view with the calendar, or the entries. */
const Entries = ({ attention }: { attention: RequestState<Attention> }) => {
  const t = useTranslation();
  const { view, status, toQuery } = useView();
  const maySeeProblems = useMay(PROBLEMS_PERMISSIONS);
  const asked = toQuery('_q', 'feed', 'locale', 'page', 'pageSize');
  const page = useAnswer<EntryPage>(
    view === 'entries' ? `entries?status=${status}&${asked}` : undefined,
  );
  const calendar = useAnswer<Calendar>(
    view === 'now' ? `entries/calendar?${toQuery('feed', 'locale', 'month')}` : undefined,
  );
  // A previous answer keeps the languages and the feed's name on screen while a new one loads.
  const [shown, other] = view === 'now' ? [calendar, page] : [page, calendar];
  const offered = shown.latest ?? other.latest;
  return (
    <>
      <Layouts.Action
        startActions={<EntryFilters offered={offered} total={page.data?.pagination.total} />}
      />
      <Layouts.Content>
        {view === 'entries' ? (
          <EntryView answer={page} />
        ) : (
          <Flex direction="column" alignItems="stretch" gap={8}>
            {maySeeProblems ? (
              <section aria-label={t('views.now')}>
                <Answered answer={attention}>
                  {(found) => <AttentionView attention={found} />}
                </Answered>
              </section>
            ) : null}
            <section aria-label={t('calendar.title')}>
              <CalendarView answer={calendar} />
            </section>
          </Flex>
        )}
      </Layouts.Content>
    </>
  );
};

/** The Feeds page with its views. */
const FeedsPage = () => {
  const t = useTranslation();
  const { view, older, toQuery } = useView();
  const isOfFeeds = view === 'feeds';
  const isOfEntries = view === 'now' || view === 'entries';
  // Other views need only know whether anything is published and whether the base URL is local.
  const feeds = useAnswer<Feeds>(
    `feeds?${isOfFeeds ? toQuery('_q', 'sort', 'page', 'pageSize') : 'pageSize=1'}`,
  );
  // A search for feeds is not one for entries, and the page number belongs to the open view.
  const filter = isOfEntries ? toQuery('_q', 'feed', 'locale') : '';
  const attention = useAttention(
    view === 'now' ? toQuery('_q', 'feed', 'locale', 'older', 'page', 'pageSize') : filter,
  );
  const mayChangeSettings = useMay(SETTINGS_PERMISSIONS);
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
          {/* Before the first publication, show nothing but the first steps. */}
          {feeds.latest && isFirstRun ? (
            <FirstRun exists={feeds.latest.exists} start={feeds.latest.start} />
          ) : (
            <ViewNav
              // A number of older entries alone would be misleading.
              attention={older > 0 ? undefined : attention.data}
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
      {isOfEntries && !isFirstRun ? <Entries attention={attention} /> : null}
    </Page.Main>
  );
};

/** The pages behind the main navigation's entry. */
export const FeedsApp = () => (
  <Page.Protect permissions={FEEDS_PERMISSIONS}>
    <Routes>
      <Route index element={<FeedsPage />} />
      <Route path=":id/*" element={<FeedPage />} />
    </Routes>
  </Page.Protect>
);
