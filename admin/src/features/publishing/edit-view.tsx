import * as React from 'react';

import { changeAction } from '../../shared/edit-view';
import { useTranslation } from '../../shared/use-translation';
import { useSchedule } from '../schedule/use-schedule';
import { LABELS } from './choices';
import {
  findBroken,
  isDatedAhead,
  keepPublish,
  keyOf,
  PATIENCE,
  type PublishAction,
  underWay,
  useLatestPreview,
} from './kept';
import { publishUnlessAsked, Question } from './question';

/** What Strapi gives an action of the edit view. */
interface ActionProps {
  model: string;
  documentId?: string;
  document?: { status?: string };
}

/** Strapi's keys to publish do what the button does: by themselves they publish without a question. */
const usePublishKeys = (label: string | undefined): void =>
  React.useEffect(() => {
    if (label === undefined) return undefined;
    const press = (event: KeyboardEvent): void => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.shiftKey;
      if (event.key !== 'Enter' || !isShortcut) return;
      const buttons = [...document.querySelectorAll('button')];
      const button = buttons.find((one) => one.textContent === label && !one.disabled);
      if (!button) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      button.click();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [label]);

/** "Publish" says what it does: that it schedules, or is quiet. It asks where there is something to ask. */
export const changePublish = changeAction('publish', (given, props: ActionProps) => {
  const action = given as PublishAction | null;
  const t = useTranslation();
  const { data, error } = useSchedule(props.model, []);
  const [isLate, setIsLate] = React.useState(false);
  React.useEffect(() => void setTimeout(setIsLate, PATIENCE, true), []);
  const isPublished = ['published', 'modified'].includes(props.document?.status ?? '');
  const republishing = isPublished && !data?.isPage ? data?.republishing : undefined;
  const key = keyOf(props);
  const offered = action && data?.isSource ? { ...action, republishing } : undefined;
  const previewed = useLatestPreview(key);
  const isUnderWay = underWay.useLatest(key) === true;
  const label = isDatedAhead(previewed?.preview)
    ? t('publishing.schedule')
    : republishing === 'quietly'
      ? t(LABELS.quietly)
      : action?.label;
  React.useEffect(() => keepPublish(key, offered));
  React.useEffect(() => () => keepPublish(key, undefined), [key]);
  // In a list there is no panel, and each entry has this action.
  usePublishKeys(previewed && offered?.disabled === false ? label : undefined);
  // The same function while the entry is the same: another one would begin to ask anew.
  const content = React.useCallback(
    ({ onClose }: { onClose: () => void }) => <Question entry={key} onClose={onClose} />,
    [key],
  );
  // Whether there is anything to ask is not known yet. Strapi publishes without us where nobody says so.
  if (action && !data && error === undefined && !isLate) return { ...action, disabled: true };
  if (!action || !offered) return action;
  const asked = republishing === 'ask' ? t('republishing.title') : action.dialog?.title;
  const title = findBroken(key).length > 0 ? t('publishing.anyway.title') : asked;
  return {
    ...action,
    label,
    loading: action.loading === true || isUnderWay,
    onClick: () => publishUnlessAsked(key),
    dialog: { type: 'modal', title, content },
  };
});
