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
  /** Whether merging would keep something. */
  isKeptByMerging?: boolean;
  /** What is lost; false for what says nothing here. */
  lost: (string | false)[];
}

const Loss = ({ topic, isKeptByMerging = true, lost }: LossProps) => {
  const t = useTranslation();
  const merge = isKeptByMerging && topic.canBeMerged && t('topic.delete.merge');
  return (
    <Typography tag="p" variant="omega" textAlign="center">
      {[...lost, t('topic.delete.final'), merge].filter(Boolean).join(' ')}
    </Typography>
  );
};

interface OneLossProps {
  contentType: string;
  documentId: string;
  topic: TopicType;
}

/** What readers lose with a topic that is in one language, or the same in all. */
const OneLoss = ({ contentType, documentId, topic }: OneLossProps) => {
  const t = useTranslation();
  const locale = useEntryLocale();
  const { data } = useTopic({ contentType, documentId, locale });
  const address = topic.isOfAddress && t('topic.delete.address');
  if (data?.feeds.length === 0) {
    return <Loss topic={topic} isKeptByMerging={false} lost={[address]} />;
  }
  const published = data?.feeds.reduce((sum, feed) => sum + feed.published, 0) ?? 0;
  // What has it in its address does not only lose it.
  const articles = address || (published > 0 && t('topic.delete.articles', { count: published }));
  return <Loss topic={topic} lost={[articles, t('topic.delete.one')]} />;
};

/** What they lose with several topics, or with one of which Strapi deletes all languages. */
const SeveralLoss = ({ topic }: { topic: TopicType }) => {
  const t = useTranslation();
  const address = topic.isOfAddress && t('topic.delete.address');
  const lost = topic.isLocalised
    ? [t('topic.delete.languages'), address]
    : [address, t('topic.delete.many')];
  return <Loss topic={topic} lost={lost} />;
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
  if (topic.isLocalised) return <SeveralLoss topic={topic} />;
  return documentId ? <OneLoss contentType={model} documentId={documentId} topic={topic} /> : null;
});

/** Of several topics. */
export const explainDeleteInList = explain((_props, topic) => <SeveralLoss topic={topic} />);
