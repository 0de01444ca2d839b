import { Box, Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { CheckCircle, Clock, CrossCircle, Information } from '@strapi/icons';
import { Link } from 'react-router-dom';

import type { ArticlePreview, PreviewFeed, PreviewReason } from '../../../../src/panel/admin-api';
import { feedPage } from '../../shared/entry-addresses';
import type { FieldLabel } from '../../shared/field-label';
import { useMayReadType } from '../../shared/permissions';
import { usePublishedType } from '../../shared/published-types';
import { UnreadableTopics } from '../../shared/unreadable-topics';
import { useDates } from '../../shared/use-dates';
import { useLanguageName } from '../../shared/use-language-name';
import { useTranslation } from '../../shared/use-translation';
import { Section } from '../../shared/section';

interface FeedStateProps {
  feed: PreviewFeed;
  isFuture: boolean;
  isPublicAtOnce: boolean;
}

const FeedState = ({ feed, isFuture, isPublicAtOnce }: FeedStateProps) => {
  const t = useTranslation();
  // With a date in the future, what readers have is taken from them until then.
  if (feed.now && feed.next && !isFuture) {
    return (
      <Flex gap={1} shrink={0}>
        <CheckCircle fill="success600" aria-hidden />
        <Typography variant="pi" textColor="success700">
          {t('panel.feed.now')}
        </Typography>
      </Flex>
    );
  }
  if (feed.now) {
    return (
      <Flex gap={1} shrink={0}>
        <CrossCircle fill="danger600" aria-hidden />
        <Typography variant="pi" textColor="danger700">
          {t('panel.feed.leaves')}
        </Typography>
      </Flex>
    );
  }
  return (
    <Flex gap={1} shrink={0}>
      <Clock fill="neutral600" aria-hidden />
      <Typography variant="pi" textColor="neutral600">
        {isFuture
          ? t('panel.feed.later')
          : t(isPublicAtOnce ? 'panel.feed.next.save' : 'panel.feed.next')}
      </Typography>
    </Flex>
  );
};

interface ReasonProps {
  reason: PreviewReason;
  timeZone: string;
  label: FieldLabel;
}

const Reason = ({ reason, timeZone, label }: ReasonProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const explained = (): string => {
    switch (reason.code) {
      case 'future':
        return t('panel.reason.future', { date: toDate(reason.until) });
      case 'no-tags':
        return t('panel.reason.no-tags', { fields: reason.fields.map(label).join(', ') });
      default:
        return t(`panel.reason.${reason.code}`);
    }
  };
  return (
    <Flex tag="li" gap={2} alignItems="flex-start">
      <Box paddingTop="2px" aria-hidden>
        <Information fill="neutral600" width="1.4rem" height="1.4rem" />
      </Box>
      <Typography variant="pi" textColor="neutral700">
        {explained()}
      </Typography>
    </Flex>
  );
};

interface FeedsSectionProps {
  contentType: string;
  preview: ArticlePreview;
  label: FieldLabel;
}

/** The feeds an article is in or will be in, and why not when it is not. */
export const FeedsSection = ({
  contentType,
  preview: { feeds, reasons, timeZone, language, isPublicAtOnce },
  label,
}: FeedsSectionProps) => {
  const t = useTranslation();
  const nameOf = useLanguageName();
  const mayReadType = useMayReadType();
  const topics = usePublishedType(contentType)?.source?.topics ?? [];
  const unreadable = topics.filter((topic) => !mayReadType(topic.contentType));
  const isUnreadable = (field: string): boolean =>
    unreadable.some((topic) => topic.field === field);
  // Nothing can be chosen of what the user does not see.
  const told = reasons.filter(
    (reason) => reason.code !== 'no-tags' || !reason.fields.every(isUnreadable),
  );
  const isFuture = reasons.some(({ code }) => code === 'future');
  return (
    <Section title={t('panel.feeds')}>
      {language === null ? null : (
        <Typography variant="pi" tag="p" textColor="neutral700">
          {t('panel.language', { language: nameOf(language) })}
        </Typography>
      )}
      {unreadable.map((topic) => (
        <UnreadableTopics
          key={topic.field}
          contentType={topic.contentType}
          label={label(topic.field)}
        />
      ))}
      {told.length > 0 ? (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
          {told.map((reason) => (
            <Reason key={reason.code} reason={reason} timeZone={timeZone} label={label} />
          ))}
        </Flex>
      ) : null}
      {feeds.length > 0 ? (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
          {feeds.map((feed) => (
            <Flex key={feed.id} tag="li" justifyContent="space-between" gap={2} wrap="wrap">
              {feed.isToCome ? (
                <Typography textColor="neutral700">{feed.title}</Typography>
              ) : (
                <DesignLink tag={Link} to={feedPage(feed.id)}>
                  {feed.title}
                </DesignLink>
              )}
              <FeedState feed={feed} isFuture={isFuture} isPublicAtOnce={isPublicAtOnce} />
            </Flex>
          ))}
        </Flex>
      ) : (
        <Typography variant="pi" textColor="neutral700">
          {t('panel.feeds.none')}
        </Typography>
      )}
    </Section>
  );
};
