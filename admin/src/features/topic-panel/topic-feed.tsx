import { Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';

import type { TopicFeed as Feed } from '../../../../src/panel/admin-api';
import { AddressActions } from '../../shared/address-actions';
import { editEntry, feedPage } from '../../shared/entry-addresses';
import { ScheduledBadge } from '../../shared/scheduled-badge';
import { Section } from '../../shared/section';
import { useDates } from '../../shared/use-dates';
import { useHealth } from '../../shared/use-health';
import { useLanguageName } from '../../shared/use-language-name';
import { useMaySeeProblems } from '../../shared/permissions';
import { useTranslation } from '../../shared/use-translation';
import { viewAddress } from '../entries/views';
import { HealthBadge } from '../feeds/health-badge';

interface TopicFeedProps {
  feed: Feed;
  timeZone: string;
}

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

const Newest = ({
  newest,
  timeZone,
}: {
  newest: NonNullable<Feed['newest']>;
  timeZone: string;
}) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const { contentType, documentId, locale, title, date, mayEdit } = newest;
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <Typography variant="pi" textColor="neutral700">
        {t('topic.newest', { date: toDate(date) })}
      </Typography>
      {mayEdit ? (
        <DesignLink tag={Link} to={editEntry(contentType, documentId, locale)} style={ANYWHERE}>
          {title}
        </DesignLink>
      ) : (
        <Typography variant="pi" textColor="neutral800" style={ANYWHERE}>
          {title}
        </Typography>
      )}
    </Flex>
  );
};

/** How many articles readers have and get, and whether they have them as they should. */
const Articles = ({ feed, timeZone }: TopicFeedProps) => {
  const t = useTranslation();
  const maySeeProblems = useMaySeeProblems();
  const health = useHealth([feed.id]);
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
      {newest ? <Newest newest={newest} timeZone={timeZone} /> : null}
      {next ? <ScheduledBadge date={next} timeZone={timeZone} /> : null}
      {maySeeProblems ? (
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

/** What readers have of a topic in one language. */
export const TopicFeed = ({ feed, timeZone }: TopicFeedProps) => {
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
        <Section title={t('topic.page')}>
          <Typography variant="pi" textColor="neutral700" style={ANYWHERE}>
            {page}
          </Typography>
          <AddressActions address={page} subject={t('topic.page')} />
        </Section>
      )}
      <Section title={t('topic.feeds')}>
        {address ? (
          <Typography variant="pi" textColor="neutral700" style={ANYWHERE}>
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
