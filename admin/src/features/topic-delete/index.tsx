import { Flex, Typography } from '@strapi/design-system';
import type * as React from 'react';

import type { PublishedType } from '../../../../src/panel/admin-api';
import { changeAction, publishedTypes, useEntryLocale } from '../../shared/edit-view';
import { useTranslation } from '../../shared/use-translation';
import { useTopic } from '../topic-panel';

interface ActionProps {
  model: string;
  documentId?: string;
}

interface Confirmation {
  dialog?: { content?: React.ReactNode };
}

type TopicType = NonNullable<PublishedType['topic']>;

interface LossProps {
  topic: TopicType;
  /** What is deleted; several topics, or one of which Strapi deletes all languages, without. */
  one?: { contentType: string; documentId: string };
}

/** What readers lose with a topic, or with several. */
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
    // What has it in its address does not only lose it.
    const articles = address || (count > 0 && t('topic.delete.articles', { count }));
    return [articles, t('topic.delete.one')];
  };
  const merge = !isUnread && topic.canBeMerged && t('topic.delete.merge');
  return (
    <Typography tag="p" variant="omega" textAlign="center">
      {[...toLost(), merge].filter(Boolean).join(' ')}
    </Typography>
  );
};

/** Lets Strapi's "Delete" say what it means for those who follow a topic. */
const explain = (tell: (props: ActionProps, topic: TopicType) => React.ReactNode) =>
  changeAction('delete', (given, props: ActionProps) => {
    const action = given as Confirmation | null;
    const topic = publishedTypes()[props.model]?.topic;
    const loss = topic && tell(props, topic);
    if (!action?.dialog || !loss) return action;
    const content = (
      <Flex direction="column" alignItems="stretch" gap={3}>
        {action.dialog.content}
        {loss}
      </Flex>
    );
    return { ...action, dialog: { ...action.dialog, content } };
  });

/** Of one topic, in its page and in the list. */
export const explainDelete = explain(({ model, documentId }, topic) => {
  if (topic.isLocalised) return <Loss topic={topic} />;
  return documentId ? <Loss topic={topic} one={{ contentType: model, documentId }} /> : null;
});

/** Of several topics. */
export const explainDeleteInList = explain((_props, topic) => <Loss topic={topic} />);
