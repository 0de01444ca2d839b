import { Flex, Typography } from '@strapi/design-system';
import type * as React from 'react';

import type { PublishedType } from '../../../../src/panel/admin-api';
import {
  changeAction,
  type EntryProps,
  publishedTypes,
  useEntryLocale,
} from '../../shared/edit-view';
import { MERGE_PERMISSIONS, useMay } from '../../shared/permissions';
import { useTranslation } from '../../shared/use-translation';
import { useTopic } from '../topic-panel';

interface Confirmation {
  dialog?: { content?: React.ReactNode };
}

type TopicType = NonNullable<PublishedType['topic']>;

interface LossProps {
  topic: TopicType;
  /** The topic to delete; undefined for several topics, or if Strapi deletes all locales of one. */
  one?: { contentType: string; documentId: string };
}

/** Says what readers lose with the deleted topics. */
const Loss = ({ topic, one }: LossProps) => {
  const t = useTranslation();
  const locale = useEntryLocale();
  const { data } = useTopic(one && { ...one, locale });
  const address = topic.isOfAddress && t('topic.delete.address');
  const isUnread = data?.feeds.length === 0;
  const toLost = (): (string | false)[] => {
    if (!one && topic.isLocalised) return [t('topic.delete.languages'), address];
    if (!one) return [address, t('topic.delete.many')];
    if (isUnread) return [address];
    const count = data?.feeds.reduce((sum, feed) => sum + feed.published, 0) ?? 0;
    // Articles with the topic in their address lose more than the topic: that sentence replaces this one.
    const articles = address || (count > 0 && t('topic.delete.articles', { count }));
    return [articles, t('topic.delete.one')];
  };
  const mayMerge = useMay(MERGE_PERMISSIONS) && topic.canBeMerged;
  const merge = !isUnread && mayMerge && t('topic.delete.merge', { action: t('merge.action') });
  return (
    <Typography tag="p" variant="omega" textAlign="center">
      {[...toLost(), merge].filter(Boolean).join(' ')}
    </Typography>
  );
};

/** Adds to Strapi's "Delete" what it means for readers of a topic. */
const addLossToDelete = (renderLoss: (props: EntryProps, topic: TopicType) => React.ReactNode) =>
  changeAction('delete', (given, props: EntryProps) => {
    const action = given as Confirmation | null;
    const topic = publishedTypes()[props.model]?.topic;
    const loss = topic && renderLoss(props, topic);
    if (!action?.dialog || !loss) return action;
    const content = (
      <Flex direction="column" alignItems="stretch" gap={3}>
        {action.dialog.content}
        {loss}
      </Flex>
    );
    return { ...action, dialog: { ...action.dialog, content } };
  });

/** For one topic, on its page and in the list. */
export const explainDelete = addLossToDelete(({ model, documentId }, topic) => {
  if (topic.isLocalised) return <Loss topic={topic} />;
  return documentId ? <Loss topic={topic} one={{ contentType: model, documentId }} /> : null;
});

/** For several topics. */
export const explainDeleteInList = addLossToDelete((_props, topic) => <Loss topic={topic} />);
