import { useForm } from '@strapi/strapi/admin';
import { Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { Information } from '@strapi/icons';
import { Link } from 'react-router-dom';

import type { TopicDetails, TopicFeed as Feed } from '../../../../src/panel/admin-api';
import { AddressActions } from '../../shared/address-actions';
import { WRAP_ANYWHERE, Section, WithIcon } from '../../shared/blocks';
import { ScheduledBadge, useDates, Zone } from '../../shared/dates';
import {
  publishedTypes,
  type SidePanelProps,
  useEntryLocale,
  useOriginal,
} from '../../shared/edit-view';
import { feedPage } from '../../shared/entry-addresses';
import { useLanguageName } from '../../shared/names';
import { FEEDS_PERMISSIONS, useMay } from '../../shared/permissions';
import { Answered } from '../../shared/states';
import { type RequestState, useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { EntryTitle } from '../entries/entry-parts';
import { viewAddress } from '../entries/views';
import { HealthBadge, useHealth } from '../feeds/health';
import { LaterSave, type SavedEntry } from '../later-save';

/**
 * The public state of a topic; null for users who may not read it.
 *
 * @param version a new value requests the data again
 */
export const useTopic = (
  topic: SavedEntry | undefined,
  version = '',
): RequestState<TopicDetails | null> => {
  const { contentType, documentId, locale = '' } = topic ?? {};
  return useAnswer(topic && `topics/${contentType}/${documentId}?locale=${locale}`, { version });
};

/** Says why readers have less of a topic than its editor may expect. */
const Notice = ({ children }: { children: string }) => (
  <WithIcon icon={<Information fill="neutral600" width="1.4rem" height="1.4rem" />}>
    <Typography variant="pi" textColor="neutral700">
      {children}
    </Typography>
  </WithIcon>
);

interface TopicFeedProps {
  feed: Feed;
  timeZone: string;
}

/** Number of published and coming articles, and the health of the feed. */
const Articles = ({ feed, timeZone }: TopicFeedProps) => {
  const t = useTranslation();
  const health = useHealth([feed.id]);
  const toDate = useDates(timeZone);
  const { id, title, published, waiting, newest, next } = feed;
  return (
    <Section title={t('topic.articles')}>
      <Flex gap={3} wrap="wrap" data-testid="syndication-topic-counts">
        <DesignLink
          tag={Link}
          to={feedPage(id)}
          aria-label={`${title}: ${t('topic.published', { count: published })}`}
        >
          {t('topic.published', { count: published })}
        </DesignLink>
        {waiting > 0 ? (
          <DesignLink
            tag={Link}
            to={viewAddress('entries', { status: next ? 'scheduled' : 'draft', feed: id })}
          >
            {t('topic.waiting', { count: waiting })}
          </DesignLink>
        ) : null}
      </Flex>
      {newest ? (
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Typography variant="pi" textColor="neutral700">
            {t('topic.newest', { date: toDate(newest.date) })}
          </Typography>
          <EntryTitle entry={newest} />
        </Flex>
      ) : null}
      {next ? <ScheduledBadge date={next} timeZone={timeZone} /> : null}
      {health ? (
        <Flex gap={2} wrap="wrap">
          <HealthBadge feed={feed} health={health} />
          {(health.data?.[id]?.error ?? 0) + (health.data?.[id]?.warning ?? 0) > 0 ? (
            <DesignLink tag={Link} to={`${feedPage(id)}?tab=problems`}>
              {t('topic.problems')}
            </DesignLink>
          ) : null}
        </Flex>
      ) : null}
    </Section>
  );
};

/** The feed of a topic in one language. */
const TopicFeed = ({ feed, timeZone }: TopicFeedProps) => {
  const t = useTranslation();
  const nameOf = useLanguageName();
  const { title, language, page, documents } = feed;
  const [address] = documents;
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      {language === null ? null : (
        <Typography variant="pi" tag="p" textColor="neutral700">
          {t('panel.language', { language: nameOf(language) })}
        </Typography>
      )}
      <Articles feed={feed} timeZone={timeZone} />
      {page === null ? null : (
        <Section
          title={t('topic.page')}
          actions={<AddressActions address={page} subject={t('topic.page')} />}
        >
          <Typography variant="pi" textColor="neutral700" style={WRAP_ANYWHERE}>
            {page}
          </Typography>
        </Section>
      )}
      <Section title={t('topic.feeds')}>
        {address ? (
          <Typography variant="pi" textColor="neutral700" style={WRAP_ANYWHERE}>
            {address.address}
          </Typography>
        ) : null}
        <Flex tag="ul" direction="column" alignItems="stretch">
          {documents.map((one) => (
            <Flex key={one.name} tag="li" justifyContent="space-between" gap={2}>
              <Typography variant="pi" textColor="neutral800">
                {one.label}
              </Typography>
              <AddressActions address={one.address} subject={`${title}, ${one.label}`} />
            </Flex>
          ))}
        </Flex>
      </Section>
    </Flex>
  );
};

interface ContentProps {
  topic: SavedEntry;
  version: string;
  /** When the row in the form was saved; undefined for a form that cannot be saved. */
  loaded?: string;
}

const Content = ({ topic, version, loaded }: ContentProps) => {
  const t = useTranslation();
  const isModified = useForm('SyndicationTopic', (state) => state.modified);
  const saved = useTopic(topic, version);
  const toDetails = ({ feeds, timeZone }: TopicDetails) => (
    <Flex direction="column" alignItems="stretch" gap={5} data-testid="syndication-topic">
      {isModified ? <Notice>{t('topic.notice.changed')}</Notice> : null}
      {feeds.length === 0 ? <Notice>{t('topic.notice.none')}</Notice> : null}
      {feeds.map((feed) => (
        <TopicFeed key={feed.id} feed={feed} timeZone={timeZone} />
      ))}
      {feeds.length > 0 ? <Zone timeZone={timeZone} /> : null}
    </Flex>
  );
  return (
    <Flex direction="column" alignItems="stretch" gap={5} width="100%">
      {loaded ? <LaterSave entry={topic} loaded={loaded} /> : null}
      <Answered answer={saved} isBesideForm>
        {(details) => details && toDetails(details)}
      </Answered>
    </Flex>
  );
};

/**
 * The side panel "Feeds" of a tag or any other topic. Strapi calls it as a hook, so it may use hooks.
 */
export const TopicPanel = ({ activeTab, model, documentId, document }: SidePanelProps) => {
  const t = useTranslation();
  const maySeeFeeds = useMay(FEEDS_PERMISSIONS);
  const copyOf = useOriginal(model);
  const asked = useEntryLocale();
  const type = publishedTypes()[model];
  if (!type?.topic || !maySeeFeeds) return null;
  const { updatedAt, publishedAt, status, locale } = document ?? {};
  const isSaved = document !== undefined && documentId && documentId !== 'create' && !copyOf;
  return {
    title: t('feeds.title'),
    content: isSaved ? (
      <Content
        topic={{ contentType: model, documentId, locale: asked ?? locale ?? undefined }}
        version={[updatedAt, publishedAt, status].join(' ')}
        // The panel of an article warns itself.
        loaded={type.source || activeTab === 'published' ? undefined : updatedAt}
      />
    ) : (
      <Notice>{t('topic.notice.unsaved')}</Notice>
    ),
  };
};
