import * as React from 'react';

import { type Action, changeAction } from '../../shared/edit-view';
import { useOnClose } from '../../shared/use-closing';
import { useTranslation } from '../../shared/use-translation';
import { useSchedule } from '../schedule/use-schedule';
import { type Choice, choicesOf, setChoice, CHOICE_LABELS } from './choices';
import { keepPublish, latestPublish, type PublishAction, usePublish } from './kept';

interface ActionProps {
  model: string;
  documents: { status?: string }[];
}

type Content = React.ComponentType<{ onClose: () => void }>;

/** Strapi's bulk action "Publish". */
interface BulkPublish extends PublishAction {
  actionType?: string;
}

const keyOf = (model: string): string => `list of ${model}`;

interface PublishWithProps {
  choice: Choice;
  model: string;
  onClose: () => void;
}

/** Strapi's dialog. While it is open, publish requests carry the choice. */
const PublishWith = ({ choice, model, onClose }: PublishWithProps) => {
  useOnClose();
  React.useEffect(() => setChoice(choice), [choice]);
  const [Original] = React.useState(
    () => latestPublish(keyOf(model))?.dialog?.content as unknown as Content,
  );
  return <Original onClose={onClose} />;
};

/** The choices for the selected entries; none if no published entry among them was modified. */
const useChoices = ({ model, documents }: ActionProps): Partial<ReturnType<typeof choicesOf>> => {
  const { data } = useSchedule(model, []);
  const isRepublication = documents.some(({ status }) => status === 'modified');
  // With the setting "ask", both buttons are offered, and each names its effect.
  return data?.isSource && !data.isPage && isRepublication
    ? choicesOf(data.republishing === 'quietly' ? 'quietly' : 'tell')
    : {};
};

const publishWith = (action: PublishAction, choice: Choice, model: string) => {
  const content: Content = ({ onClose }) => (
    <PublishWith choice={choice} model={model} onClose={onClose} />
  );
  return { ...action, dialog: { ...action.dialog, content } };
};

/** Labels Strapi's bulk "Publish" by its effect. It is recognised only by what it returns, as it has no `type`. */
const labelByEffect = changeAction(undefined, (given, props: ActionProps) => {
  const t = useTranslation();
  const action = given as BulkPublish | null;
  const publish = action?.actionType === 'publish' ? action : undefined;
  const key = keyOf(props.model);
  const isKept = React.useRef(false);
  React.useEffect(() => {
    if (publish || isKept.current) keepPublish(key, publish);
    isKept.current = publish !== undefined;
  });
  const { first } = useChoices(props);
  if (!publish || !first) return action;
  const label = first === 'quietly' ? { label: t(CHOICE_LABELS.quietly) } : {};
  return { ...publishWith(publish, first, props.model), ...label };
});

/** The alternative choice. Strapi calls it as a hook, so it may use hooks. */
const OtherChoice = (props: ActionProps) => {
  const t = useTranslation();
  const publish = usePublish(keyOf(props.model));
  const { other } = useChoices(props);
  if (!publish || !other) return null;
  return { ...publishWith(publish, other, props.model), label: t(CHOICE_LABELS[other]) };
};
OtherChoice.type = 'publish-otherwise';

/** Offers both choices in bulk. Subscribers are notified of new entries either way. */
export const offerChoiceInList = <BulkAction extends Action<ActionProps>>(
  actions: BulkAction[],
): BulkAction[] => {
  const [first, ...others] = labelByEffect(actions);
  return [...(first ? [first] : []), OtherChoice as unknown as BulkAction, ...others];
};
