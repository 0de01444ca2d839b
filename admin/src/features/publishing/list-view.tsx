import * as React from 'react';

import { type Action, changeAction } from '../../shared/edit-view';
import { useTranslation } from '../../shared/use-translation';
import { useSchedule } from '../schedule/use-schedule';
import { type Choice, choices, keepChoice, LABELS } from './choices';

interface ActionProps {
  model: string;
  documents: { status?: string }[];
}

type Content = React.ComponentType<{ onClose: () => void }>;

/** "Publish" of what is chosen in a list; it is known by what it gives alone. */
interface BulkPublish {
  actionType?: string;
  label: string;
  dialog: { content: Content };
}

interface PublishWithProps {
  choice: Choice;
  content: Content;
  onClose: () => void;
}

/** Strapi's dialog; what is published from within is published with a choice. */
const PublishWith = ({ choice, content, onClose }: PublishWithProps) => {
  React.useEffect(() => keepChoice(choice), [choice]);
  const [Original] = React.useState(() => content);
  return <Original onClose={onClose} />;
};

/** What Strapi's "Publish" is by the first or the other choice; undefined of what makes none. */
const usePublishBy = (
  given: object | null,
  { model, documents }: ActionProps,
  which: 'first' | 'other',
): BulkPublish | undefined => {
  const t = useTranslation();
  const { data } = useSchedule(model, []);
  const publish = given as BulkPublish | null;
  const isAgain = documents.some(({ status }) => status === 'modified');
  if (publish?.actionType !== 'publish' || !data?.isSource || data.isPage || !isAgain) {
    return undefined;
  }
  // Who is to be asked has both buttons.
  const choice = choices(data.republishing === 'quietly' ? 'quietly' : 'tell')[which]!;
  const content: Content = ({ onClose }) => (
    <PublishWith choice={choice} content={publish.dialog.content} onClose={onClose} />
  );
  return {
    ...publish,
    dialog: { ...publish.dialog, content },
    label: which === 'first' && choice === 'tell' ? publish.label : t(LABELS[choice]),
  };
};

const sayWhatItDoes = changeAction(
  undefined,
  (given, props: ActionProps) => usePublishBy(given, props, 'first') ?? given,
);

/** Lets who publishes several entries at once choose; what readers did not have, they are told of. */
export const offerChoiceInList = <BulkAction extends Action<ActionProps>>(
  actions: BulkAction[],
): BulkAction[] => {
  const [first] = actions;
  const OtherChoice = (props: ActionProps) =>
    usePublishBy(first?.(props) ?? null, props, 'other') ?? null;
  OtherChoice.type = 'publish-otherwise';
  const [publish, ...others] = sayWhatItDoes(actions);
  return [...(publish ? [publish] : []), OtherChoice as unknown as BulkAction, ...others];
};
