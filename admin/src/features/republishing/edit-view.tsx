import { Feather } from '@strapi/icons';
import * as React from 'react';

import { useTranslation } from '../../shared/use-translation';
import { useSchedule } from '../schedule/use-schedule';
import { Ask } from './ask';
import { choices, LABELS } from './choices';
import {
  keepPublish,
  keyOf,
  latestPublish,
  LatestQuestion,
  type PublishAction,
  usePublish,
} from './latest-publish';
import { type Choice, publishAs } from './send-choice';

/** What Strapi gives an action of the edit view. */
interface ActionProps {
  model: string;
  documentId?: string;
  document?: { status?: string };
}

/** An action of Strapi: called as a hook, with what tells it from others on the function. */
interface Action {
  (props: ActionProps): object | null;
  type?: string;
}

/** What the site does when an entry is published again; undefined where that is not what would happen. */
const useRepublishing = ({ model, document }: ActionProps) => {
  const { data } = useSchedule(model, []);
  const isPublished = ['published', 'modified'].includes(document?.status ?? '');
  return data?.isSource && !data.isPage && isPublished ? data.republishing : undefined;
};

/** What an action does with a choice, as "Publish" stands when it is asked to. */
const actWith = (key: string, choice: Choice, { dialog }: PublishAction) => ({
  onClick: (event: unknown) => publishAs(choice, () => latestPublish(key)?.onClick?.(event)),
  dialog: dialog && {
    ...dialog,
    onConfirm: () => publishAs(choice, async () => latestPublish(key)?.dialog?.onConfirm?.()),
  },
});

/** "Publish" says whether subscribers are told, as the setting has it, or asks. */
const chooseIn = <DocumentAction extends Action>(publish: DocumentAction): DocumentAction =>
  Object.assign((props: ActionProps) => {
    const action = publish(props) as PublishAction | null;
    const t = useTranslation();
    const republishing = useRepublishing(props);
    const key = keyOf(props);
    const offered = action && republishing ? action : undefined;
    React.useEffect(() => keepPublish(key, offered));
    React.useEffect(() => () => keepPublish(key, undefined), [key]);
    // The same function while the entry is the same: another one would begin to ask anew.
    const content = React.useCallback(
      ({ onClose }: { onClose: () => void }) => <Ask entry={key} onClose={onClose} />,
      [key],
    );
    if (!offered || !republishing) return action;
    if (republishing === 'ask') {
      const dialog = { type: 'modal', title: t('republishing.title'), content };
      return { ...offered, onClick: undefined, dialog };
    }
    const { first } = choices(republishing);
    const label = first === 'quietly' ? { label: t(LABELS.quietly) } : {};
    return { ...offered, ...label, ...actWith(key, first, offered) };
  }, publish);

/** The other choice, among the further actions. Called by Strapi as a hook: it may use hooks. */
export const OtherChoice = (props: ActionProps) => {
  const t = useTranslation();
  const republishing = useRepublishing(props);
  const key = keyOf(props);
  const publish = usePublish(key);
  const question = React.useMemo(() => <LatestQuestion entry={key} />, [key]);
  const { other } = choices(republishing ?? 'ask');
  if (!publish || !other) return null;
  const { onClick, dialog } = actWith(key, other, publish);
  return {
    type: 'publish-otherwise',
    label: t(LABELS[other]),
    icon: <Feather />,
    position: 'panel',
    disabled: publish.disabled,
    onClick,
    dialog: dialog && { ...dialog, content: question },
  };
};
OtherChoice.type = 'publish-otherwise';
OtherChoice.position = 'panel';

/** Lets who publishes in the edit view choose; "Save" stays the second button. */
export const offerChoice = <DocumentAction extends Action>(
  actions: DocumentAction[],
): DocumentAction[] =>
  actions.flatMap((action) => {
    if (action.type === 'publish') return [chooseIn(action)];
    return action.type === 'update' ? [action, OtherChoice as unknown as DocumentAction] : [action];
  });
