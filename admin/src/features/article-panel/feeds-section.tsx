import { Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';

import type { ArticlePreview, PreviewFeed } from '../../../../src/panel/admin-api';
import { feedPage } from '../../shared/entry-addresses';
import type { FieldLabel } from '../../shared/field-label';
import { useMayReadType } from '../../shared/permissions';
import { usePublishedType } from '../../shared/published-types';
import { UnreadableTopics } from '../../shared/unreadable-topics';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

interface FeedsSectionProps {
  contentType: string;
  preview: ArticlePreview;
  label: FieldLabel;
}

/** What becomes of the entry in a feed. */
const stateOf = (
  { now, next }: PreviewFeed,
  isFuture: boolean,
  isPublicAtOnce: boolean,
): TranslationKey => {
  // With a date in the future, what readers have is taken from them until then.
  if (now) return next && !isFuture ? 'panel.feed.now' : 'panel.feed.leaves';
  if (isFuture) return 'panel.feed.later';
  return isPublicAtOnce ? 'panel.feed.next.save' : 'panel.feed.next';
};

const COLOURS: Partial<Record<TranslationKey, string>> = {
  'panel.feed.now': 'success700',
  'panel.feed.leaves': 'danger700',
};

/** The feeds an article is in or will be in, and why not in more of them. */
export const FeedsSection = ({
  contentType,
  preview: { feeds, reasons, isPublicAtOnce },
  label,
}: FeedsSectionProps) => {
  const t = useTranslation();
  const mayReadType = useMayReadType();
  const topics = usePublishedType(contentType)?.source?.topics ?? [];
  const unreadable = topics.filter((topic) => !mayReadType(topic.contentType));
  const isUnreadable = (field: string): boolean =>
    unreadable.some((topic) => topic.field === field);
  const isFuture = reasons.some(({ code }) => code === 'future');
  const lines = reasons.flatMap((reason) => {
    if (reason.code === 'kept-out' || reason.code === 'no-address') {
      return t(`panel.reason.${reason.code}`);
    }
    // Nothing can be chosen of what the user does not see.
    if (reason.code !== 'no-tags' || reason.fields.every(isUnreadable)) return [];
    return t('panel.reason.no-tags', { fields: reason.fields.map(label).join(', ') });
  });
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      {unreadable.map((topic) => (
        <UnreadableTopics
          key={topic.field}
          contentType={topic.contentType}
          label={label(topic.field)}
        />
      ))}
      {lines.map((line) => (
        <Typography key={line} variant="pi" tag="p" textColor="neutral700">
          {line}
        </Typography>
      ))}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
        {feeds.map((feed) => {
          const state = stateOf(feed, isFuture, isPublicAtOnce);
          return (
            <li key={feed.id}>
              {feed.isToCome ? (
                <Typography textColor="neutral700">{feed.title}</Typography>
              ) : (
                <DesignLink tag={Link} to={feedPage(feed.id)}>
                  {feed.title}
                </DesignLink>
              )}{' '}
              <Typography variant="pi" textColor={COLOURS[state] ?? 'neutral600'}>
                {t(state)}
              </Typography>
            </li>
          );
        })}
      </Flex>
    </Flex>
  );
};
