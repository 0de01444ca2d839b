import { TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';

import { changeAction } from '../../shared/edit-view';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { useSchedule } from '../schedule/use-schedule';
import { type Choice, choices, LABELS, publishAs } from './choices';
import {
  agree,
  findBroken,
  isDatedAhead,
  keepPressable,
  keyOf,
  settledPreview,
  useLatestPreview,
  usePressable,
} from './kept';
import { type Asked, Question } from './question';

/** What Strapi gives an action of the edit view. */
interface ActionProps {
  model: string;
  documentId?: string;
  document?: { status?: string };
}

/** Strapi's "Publish", and what it asks before: of relations to drafts. */
interface PublishAction {
  label: string;
  disabled?: boolean;
  loading?: boolean;
  /** Gives true when it has published, without anything to ask. */
  onClick?: () => Promise<boolean | undefined> | boolean | undefined;
  dialog?: { onConfirm?: () => Promise<void> };
}

/** What the button that is being pressed was chosen to do, other than what it does by itself. */
let pressedWith: Choice | undefined;

/** Presses "Publish": only its button opens its dialogs. Gives whether it is there to be pressed. */
const press = (label: string, choice?: Choice): boolean => {
  const buttons = [...document.querySelectorAll('button')];
  const button = buttons.find((one) => one.textContent === label && !one.disabled);
  pressedWith = choice;
  button?.click();
  pressedWith = undefined;
  return button !== undefined;
};

/** Strapi's keys to publish do what the button does: by themselves they publish without a question. */
const usePublishKeys = (label: string | undefined): void =>
  React.useEffect(() => {
    if (label === undefined) return undefined;
    const listen = (event: KeyboardEvent): void => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.shiftKey;
      if (event.key !== 'Enter' || !isShortcut || !press(label)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [label]);

/**
 * "Publish" says what it does: that it schedules, or is quiet. It asks where there is something to ask, and then
 * does what Strapi's does, which may ask something, too.
 */
export const changePublish = changeAction('publish', (given, props: ActionProps) => {
  const action = given as PublishAction | null;
  const t = useTranslation();
  const { data } = useSchedule(props.model, []);
  const key = keyOf(props);
  const previewed = useLatestPreview(key);
  // Strapi's functions know the form as it was when they were made.
  const latest = React.useRef(action);
  latest.current = action;
  const isPressed = React.useRef(false);
  const [isUnderWay, setIsUnderWay] = React.useState(false);
  const [asked, setAsked] = React.useState<Asked>();
  const [made, setMade] = React.useState<Choice>();

  const isPublished = ['published', 'modified'].includes(props.document?.status ?? '');
  const republishing = isPublished && !data?.isPage ? data?.republishing : undefined;
  const isOffered = action?.disabled === false && data?.isSource === true;
  const label =
    previewed && isDatedAhead(previewed.preview)
      ? t('publishing.schedule')
      : republishing === 'quietly'
        ? t(LABELS.quietly)
        : action?.label;
  React.useEffect(() => {
    if (isOffered && label !== undefined) keepPressable(key, { label, republishing });
    return () => keepPressable(key, undefined);
  }, [key, isOffered, label, republishing]);
  // In a list there is no panel, and each entry has this action.
  usePublishKeys(previewed && isOffered ? label : undefined);

  /** Gives whether nothing is left to ask. */
  const publish = async (choice: Choice | undefined): Promise<boolean> => {
    setMade(choice);
    const isDone = await publishAs(choice, () => latest.current?.onClick?.());
    return isDone === true || latest.current?.dialog === undefined;
  };
  const onClick = async (): Promise<boolean> => {
    // Pressed once more, it would publish twice.
    if (isPressed.current) return true;
    const chosen = pressedWith;
    isPressed.current = true;
    setIsUnderWay(true);
    try {
      await settledPreview(key);
      const broken = findBroken(key);
      const asksToTell = chosen === undefined && republishing === 'ask';
      const choice = chosen ?? (republishing && choices(republishing).first);
      const isAsked = broken.length > 0 || asksToTell;
      setAsked(isAsked ? { broken, asksToTell, choice, entry: key } : undefined);
      return !isAsked && (await publish(choice));
    } finally {
      isPressed.current = false;
      setIsUnderWay(false);
    }
  };
  // The same function while something is asked: another one would begin to ask anew.
  const content = React.useCallback(
    ({ onClose }: { onClose: () => void }) => {
      const answer = async (choice: Choice | undefined): Promise<void> => {
        agree(key);
        if (await publish(choice)) onClose();
        else setAsked(undefined);
      };
      return asked ? <Question asked={asked} onAnswer={answer} onClose={onClose} /> : null;
    },
    [key, asked],
  );
  if (!action || data?.isSource !== true) return action;
  const { dialog } = action;
  return {
    ...action,
    label,
    loading: action.loading === true || isUnderWay,
    onClick,
    dialog: asked
      ? {
          type: 'modal',
          title: t(asked.broken.length > 0 ? 'publishing.anyway.title' : 'republishing.title'),
          content,
          onClose: () => setAsked(undefined),
        }
      : dialog && {
          ...dialog,
          onConfirm: () => publishAs(made, () => latest.current?.dialog?.onConfirm?.()),
        },
  };
});

/** For whom the other choice is. */
const LEADS: Record<Choice, TranslationKey> = {
  quietly: 'republishing.typo',
  tell: 'republishing.news',
};

/** Publishes otherwise than "Publish" does: quietly, or so that subscribers are told. */
export const OtherChoice = ({ entry }: { entry: string }) => {
  const t = useTranslation();
  const { label, republishing } = usePressable(entry) ?? {};
  const { other } = choices(republishing ?? 'ask');
  if (label === undefined || !other) return null;
  return (
    <>
      <Typography variant="pi">{t(LEADS[other])}</Typography>{' '}
      <TextButton type="button" onClick={() => press(label, other)} style={{ display: 'inline' }}>
        {t(LABELS[other])}
      </TextButton>
    </>
  );
};
