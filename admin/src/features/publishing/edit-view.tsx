import * as React from 'react';

import { changeAction, type EntryProps } from '../../shared/edit-view';
import { useTranslation } from '../../shared/use-translation';
import { useSchedule } from '../schedule/use-schedule';
import { CHOICE_LABELS } from './choices';
import {
  findErrors,
  isScheduling,
  keepPublish,
  keyOf,
  MAXIMUM_WAIT,
  type PublishAction,
  publishing,
  useLatestPreview,
} from './kept';
import { publishUnlessAsked, Question } from './question';

/** Properties that Strapi passes to an action of the edit view. */
interface ActionProps extends EntryProps {
  document?: { status?: string };
}

/** Strapi's shortcut for publishing clicks the button: by itself it would publish without a question. */
const usePublishKeys = (label: string | undefined): void =>
  React.useEffect(() => {
    if (label === undefined) return undefined;
    const handleShortcut = (event: KeyboardEvent): void => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.shiftKey;
      if (event.key !== 'Enter' || !isShortcut) return;
      const buttons = [...document.querySelectorAll('button')];
      const button = buttons.find((one) => one.textContent === label && !one.disabled);
      if (!button) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      button.click();
    };
    window.addEventListener('keydown', handleShortcut, true);
    return () => window.removeEventListener('keydown', handleShortcut, true);
  }, [label]);

/** Labels "Publish" by its effect (schedule, quietly), and asks before publishing if necessary. */
export const changePublish = changeAction('publish', (given, props: ActionProps) => {
  const action = given as PublishAction | null;
  const t = useTranslation();
  const { data, error } = useSchedule(props.model, []);
  const [isLate, setIsLate] = React.useState(false);
  React.useEffect(() => void setTimeout(setIsLate, MAXIMUM_WAIT, true), []);
  const isPublished = ['published', 'modified'].includes(props.document?.status ?? '');
  const republishing = isPublished && !data?.isPage ? data?.republishing : undefined;
  const key = keyOf(props);
  const publishAction = action && data?.isSource ? { ...action, republishing } : undefined;
  const previewed = useLatestPreview(key);
  const isUnderWay = publishing.useLatest(key) === true;
  const schedules = isScheduling(previewed?.preview);
  const label = schedules
    ? t('publishing.schedule')
    : republishing === 'quietly'
      ? t(CHOICE_LABELS.quietly)
      : action?.label;
  React.useEffect(() => keepPublish(key, publishAction));
  React.useEffect(() => () => keepPublish(key, undefined), [key]);
  // Only a form has a preview; in a list, each row has this action.
  usePublishKeys(previewed && publishAction?.disabled === false ? label : undefined);
  // A stable function for each entry: a new one would reset the open question.
  const content = React.useCallback(
    ({ onClose }: { onClose: () => void }) => <Question entry={key} onClose={onClose} />,
    [key],
  );
  // Disabled until the setting is known, since it may require a question. If the server does not say, Strapi publishes
  // as without the plugin.
  if (action && !data && error === undefined && !isLate) return { ...action, disabled: true };
  if (!action || !publishAction) return action;
  const plainTitle = republishing === 'ask' ? t('republishing.title') : action.dialog?.title;
  const anyway = t('publishing.anyway.title', { schedules: String(schedules) });
  const title = findErrors(key).length > 0 ? anyway : plainTitle;
  return {
    ...action,
    label,
    loading: action.loading === true || isUnderWay,
    onClick: () => publishUnlessAsked(key),
    dialog: { type: 'modal', title, content },
  };
});
