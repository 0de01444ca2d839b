import * as React from 'react';

import { ARTICLE_UID } from '../../../../src/lib/constants';
import type { Problem } from '../../../../src/content/problem';
import type { Republishing } from '../../../../src/options/options';
import type { ArticlePreview } from '../../../../src/panel/admin-api';
import type { EntryProps } from '../../shared/edit-view';

/** A store of values by entry, shared by parts of the edit view without a common parent: actions, panel, form. */
const createEntryStore = <Value>(isSame: (one?: Value, other?: Value) => boolean = Object.is) => {
  const values = new Map<string, Value>();
  const seen = new Map<string, Value | undefined>();
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  /** The latest value that differs in looks from the one before: a stable snapshot for React. */
  const snapshot = (key: string): Value | undefined => {
    const value = values.get(key);
    if (!isSame(seen.get(key), value)) seen.set(key, value);
    return seen.get(key);
  };
  return {
    subscribe,
    latest: (key: string): Value | undefined => values.get(key),
    /** Stores a value; undefined removes it. */
    keep(key: string, value: Value | undefined): void {
      if (value !== undefined) values.set(key, value);
      else if (!values.delete(key)) return;
      listeners.forEach((listener) => listener());
    },
    useLatest: (key: string): Value | undefined =>
      React.useSyncExternalStore(subscribe, () => snapshot(key)),
  };
};

export const keyOf = ({ model, documentId = '' }: EntryProps): string =>
  `${model} ${documentId === 'create' ? '' : documentId}`;

interface Previewed {
  contentType: string;
  /** Undefined until the first has loaded. */
  preview?: ArticlePreview;
  /** Whether the preview is older than the last key stroke. */
  isFormer: boolean;
}

/** Milliseconds that publishing waits for the setting and for a current preview. */
export const MAXIMUM_WAIT = 3_000;

/** The side panel's preview of the entry in the form. */
const previews = createEntryStore<Previewed>();

export const keepPreview = previews.keep;
export const useLatestPreview = previews.useLatest;

/** Resolves once the preview is current, or after `MAXIMUM_WAIT`. */
export const waitForPreview = (key: string): Promise<void> =>
  new Promise((resolve) => {
    const isSettled = (): boolean => previews.latest(key)?.isFormer !== true;
    if (isSettled()) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = previews.subscribe(() => isSettled() && done());
    const timer = setTimeout(done, MAXIMUM_WAIT);
  });

/** Whether publishing schedules the entry for a future date. */
export const isScheduling = (preview: ArticlePreview | undefined): boolean =>
  preview?.effects.some((effect) => 'until' in effect) === true;

/** Problems with which an article cannot be saved at all: Strapi reports them itself. */
const BLOCKING_PROBLEMS: readonly string[] = ['title-empty', 'slug-invalid', 'slug-taken'];

/** Entries whose publication is in progress: a second click must not publish again. */
export const publishing = createEntryStore<true>();

/** Errors that readers would see if the entry were published as it stands. */
const errorsIn = ({ contentType, preview }: Previewed): Problem[] =>
  (preview?.problems ?? []).filter(
    ({ severity, code }) =>
      severity === 'error' && !(contentType === ARTICLE_UID && BLOCKING_PROBLEMS.includes(code)),
  );

/** Errors that the user agreed to publish, by entry: no question is asked twice. */
const agreedErrors = new Map<string, Set<string>>();

const toText = ({ code, params }: Problem): string => code + JSON.stringify(params);

/** Errors to ask about before publishing; none if the preview is older than the last key stroke. */
export const findErrors = (key: string): Problem[] => {
  const previewed = previews.latest(key);
  const broken = previewed && !previewed.isFormer ? errorsIn(previewed) : [];
  return broken.filter((problem) => !agreedErrors.get(key)?.has(toText(problem)));
};

/** Records that the user agreed to publish an entry with its errors. */
export const agreeToErrors = (key: string): void => {
  const previewed = previews.latest(key);
  if (previewed) agreedErrors.set(key, new Set(errorsIn(previewed).map(toText)));
};

/** The dialog of Strapi's "Publish", about relations to drafts. */
interface PublishDialog {
  title?: string;
  content?: React.ReactNode;
  confirmLabel?: string;
  onConfirm?: () => Promise<void>;
}

export interface PublishAction {
  label: string;
  disabled?: boolean;
  loading?: boolean;
  /** Returns true if it published without a dialog. */
  onClick?: (event?: unknown) => Promise<boolean | undefined> | boolean | undefined;
  dialog?: PublishDialog;
  /** What publishing again does, by the setting; undefined for an entry that is not published. */
  republishing?: Republishing;
}

/** The visible properties of the action, as one text. */
const looksOf = (action: PublishAction | undefined): string | undefined =>
  action &&
  [action.label, action.disabled, action.loading, action.dialog?.confirmLabel, action.republishing]
    .map(String)
    .join();

/** Strapi's latest "Publish" action by entry: its functions close over the current values of the form. */
const actions = createEntryStore<PublishAction>((one, other) => looksOf(one) === looksOf(other));

export const keepPublish = actions.keep;
/** The current "Publish" action. */
export const latestPublish = actions.latest;
/** The current "Publish" action; renders again when its looks change. */
export const usePublish = actions.useLatest;

/** The current content of Strapi's dialog. */
export const LatestQuestion = ({ entry }: { entry: string }): React.ReactNode =>
  React.useSyncExternalStore(actions.subscribe, () => latestPublish(entry)?.dialog?.content);
