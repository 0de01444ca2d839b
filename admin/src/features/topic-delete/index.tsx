import { Flex, Typography } from '@strapi/design-system';
import type * as React from 'react';

import type { PublishedType } from '../../../../src/panel/admin-api';
import { type Action, publishedTypes, useEntryLocale } from '../../shared/edit-view';
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
  children: React.ReactNode;
}

const Loss = ({ children }: LossProps) => (
  <Typography tag="p" variant="omega" textAlign="center">
    {children}
  </Typography>
);

/** Texts one after the other, without those that say nothing here. */
const join = (...texts: (string | false)[]): string => texts.filter(Boolean).join(' ');

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
  if (data?.feeds.length === 0) {
    return (
      <Loss>{join(topic.isOfAddress && t('topic.delete.address'), t('topic.delete.final'))}</Loss>
    );
  }
  const published = data?.feeds.reduce((sum, feed) => sum + feed.published, 0) ?? 0;
  return (
    <Loss>
      {join(
        // What has it in its address does not only lose it.
        topic.isOfAddress
          ? t('topic.delete.address')
          : published > 0 && t('topic.delete.articles', { count: published }),
        t('topic.delete.one'),
        t('topic.delete.final'),
        topic.canBeMerged && t('topic.delete.merge'),
      )}
    </Loss>
  );
};

/** What they lose with topics of which Strapi deletes all languages, the one that is shown being one of them. */
const LossInLanguages = ({ topic }: { topic: TopicType }) => {
  const t = useTranslation();
  return (
    <Loss>
      {join(
        t('topic.delete.languages'),
        topic.isOfAddress && t('topic.delete.address'),
        t('topic.delete.final'),
        topic.canBeMerged && t('topic.delete.merge'),
      )}
    </Loss>
  );
};

const ManyLoss = ({ topic }: { topic: TopicType }) => {
  const t = useTranslation();
  return (
    <Loss>
      {join(
        topic.isOfAddress && t('topic.delete.address'),
        t('topic.delete.many'),
        t('topic.delete.final'),
        topic.canBeMerged && t('topic.delete.merge'),
      )}
    </Loss>
  );
};

/** Lets Strapi's "Delete" say what it means for those who follow a topic. */
const sayIn = <Props extends ActionProps, DocumentAction extends Action<Props>>(
  remove: DocumentAction,
  tell: (props: Props, topic: TopicType) => React.ReactNode,
): DocumentAction =>
  Object.assign((props: Props) => {
    const action = remove(props) as Confirmation | null;
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
  }, remove);

/** Of one topic, in its page and in the list. */
export const explainDelete = <DocumentAction extends Action<ActionProps>>(
  actions: DocumentAction[],
): DocumentAction[] =>
  actions.map((action) =>
    action.type === 'delete'
      ? sayIn(action, ({ model, documentId }: ActionProps, topic) => {
          if (topic.isLocalised) return <LossInLanguages topic={topic} />;
          return documentId ? (
            <OneLoss contentType={model} documentId={documentId} topic={topic} />
          ) : null;
        })
      : action,
  );

/** Of several topics. */
export const explainDeleteInList = <BulkAction extends Action<ActionProps>>(
  actions: BulkAction[],
): BulkAction[] =>
  actions.map((action) =>
    action.type === 'delete'
      ? sayIn(action, (_props: ActionProps, topic) =>
          topic.isLocalised ? <LossInLanguages topic={topic} /> : <ManyLoss topic={topic} />,
        )
      : action,
  );
