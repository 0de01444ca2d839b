import { unstable_useDocumentLayout, useForm } from '@strapi/strapi/admin';
import { Box, Flex } from '@strapi/design-system';

import type { SidePanelProps } from '../../shared/edit-view-props';
import { useFieldLabel } from '../../shared/field-label';
import { useMaySeeFeeds } from '../../shared/permissions';
import { usePublishedType } from '../../shared/published-types';
import { Failure, Loading } from '../../shared/states';
import { useEntryLocale } from '../../shared/use-entry-locale';
import { useOriginal } from '../../shared/use-original';
import { useTranslation } from '../../shared/use-translation';
import { Zone } from '../../shared/zone';
import { MergeButton } from '../tag-merge/merge-button';
import { Notices } from './notices';
import { TopicFeed } from './topic-feed';
import { type SavedTopic, useTopic } from './use-topic';

interface ContentProps {
  topic: SavedTopic;
  name: string;
  canBeMerged: boolean;
  version: string;
}

const useLabel = (contentType: string) => {
  const { edit } = unstable_useDocumentLayout(contentType);
  return useFieldLabel(contentType, edit.metadatas);
};

const Unsaved = ({ contentType }: { contentType: string }) => (
  <Notices notices={[{ code: 'unsaved' }]} label={useLabel(contentType)} />
);

const Content = ({ topic, name, canBeMerged, version }: ContentProps) => {
  const label = useLabel(topic.contentType);
  const isModified = useForm('SyndicationTopic', (state) => state.modified);
  const { data: details, error, reload } = useTopic(topic, version);
  if (error !== undefined) return <Failure isBesideForm error={error} onRetry={reload} />;
  if (details === undefined) {
    return (
      <Box width="100%">
        <Loading />
      </Box>
    );
  }
  if (details === null) return null;
  const notices = [...(isModified ? [{ code: 'changed' } as const] : []), ...details.notices];
  return (
    <Flex
      direction="column"
      alignItems="stretch"
      gap={5}
      width="100%"
      data-testid="syndication-topic"
    >
      {notices.length > 0 ? <Notices notices={notices} label={label} /> : null}
      {details.feeds.map((feed) => (
        <TopicFeed key={feed.id} feed={feed} timeZone={details.timeZone} />
      ))}
      {details.feeds.length > 0 ? <Zone timeZone={details.timeZone} /> : null}
      {canBeMerged ? <MergeButton tag={{ documentId: topic.documentId, name }} /> : null}
    </Flex>
  );
};

/**
 * The side panel "Feeds" of a tag, and of whatever else groups what is published. Called by Strapi
 * as a hook: it may use hooks.
 */
export const TopicPanel = ({ model, documentId, document }: SidePanelProps) => {
  const t = useTranslation();
  const maySeeFeeds = useMaySeeFeeds();
  const copyOf = useOriginal(model);
  const asked = useEntryLocale();
  const type = usePublishedType(model);
  if (!type?.topic || !maySeeFeeds) return null;
  const { updatedAt, publishedAt, status, locale, name } = document ?? {};
  const isSaved = document !== undefined && documentId && documentId !== 'create' && !copyOf;
  return {
    title: t('feeds.title'),
    content: isSaved ? (
      <Content
        topic={{ contentType: model, documentId, locale: asked ?? locale ?? undefined }}
        name={name ?? documentId}
        canBeMerged={type.topic.canBeMerged}
        version={[updatedAt, publishedAt, status].join(' ')}
      />
    ) : (
      <Unsaved contentType={model} />
    ),
  };
};
