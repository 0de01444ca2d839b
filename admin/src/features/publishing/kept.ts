import * as React from 'react';

import { ARTICLE_UID } from '../../../../src/lib/constants';
import type { Problem } from '../../../../src/content/problem';
import type { Republishing } from '../../../../src/options/options';
import type { ArticlePreview } from '../../../../src/panel/admin-api';

/** What one part of the edit view tells another, by entry: the actions, the panel and the form are apart. */
const keptByEntry = <Value>(isSame: (one?: Value, other?: Value) => boolean = Object.is) => {
  const values = new Map<string, Value>();
  const seen = new Map<string, Value | undefined>();
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  /** As it was when it last looked different. */
  const look = (key: string): Value | undefined => {
    const value = values.get(key);
    if (!isSame(seen.get(key), value)) seen.set(key, value);
    return seen.get(key);
  };
  return {
    subscribe,
    latest: (key: string): Value | undefined => values.get(key),
    /** Keeps a value, or forgets it where it is undefined. */
    keep(key: string, value: Value | undefined): void {
      if (value !== undefined) values.set(key, value);
      else if (!values.delete(key)) return;
      listeners.forEach((tell) => tell());
    },
    useLatest: (key: string): Value | undefined =>
      React.useSyncExternalStore(subscribe, () => look(key)),
  };
};

/** An entry that is open. */
interface Entry {
  model: string;
  documentId?: string;
}

export const keyOf = ({ model, documentId = '' }: Entry): string =>
  `${model} ${documentId === 'create' ? '' : documentId}`;

interface Previewed {
  contentType: string;
  /** None before the first. */
  preview?: ArticlePreview;
  /** Whether it is of before the last key stroke. */
  isFormer: boolean;
}

/** Milliseconds that publishing waits for what there is to ask, and for the preview of what was typed last. */
export const PATIENCE = 3_000;

/** What the side panel knows of the entry in the form. */
const previews = keptByEntry<Previewed>();

export const keepPreview = previews.keep;
export const useLatestPreview = previews.useLatest;

/** Waits until what was typed last has been looked at. */
export const settledPreview = (key: string): Promise<void> =>
  new Promise((resolve) => {
    const isSettled = (): boolean => previews.latest(key)?.isFormer !== true;
    if (isSettled()) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = previews.subscribe(() => isSettled() && done());
    const timer = setTimeout(done, PATIENCE);
  });

/** Whether publishing makes readers wait for a date. */
export const isDatedAhead = (preview: ArticlePreview | undefined): boolean =>
  preview?.effects.some((effect) => 'until' in effect) === true;

/** What nothing is saved with of our own types: Strapi says so itself. */
const REFUSED: readonly string[] = ['title-empty', 'slug-invalid', 'slug-taken'];

/** What is about to be published: pressing its button once more would publish it twice. */
export const underWay = keptByEntry<true>();

/** What would be broken if it were published as it stands. */
const brokenIn = ({ contentType, preview }: Previewed): Problem[] =>
  (preview?.problems ?? []).filter(
    ({ severity, code }) =>
      severity === 'error' && !(contentType === ARTICLE_UID && REFUSED.includes(code)),
  );

/** What was published although it was broken, by entry: nobody is asked twice. */
const agreed = new Map<string, Set<string>>();

const toText = ({ code, params }: Problem): string => code + JSON.stringify(params);

/** Problems to ask about before an entry is published; none of what was typed since then. */
export const findBroken = (key: string): Problem[] => {
  const previewed = previews.latest(key);
  const broken = previewed && !previewed.isFormer ? brokenIn(previewed) : [];
  return broken.filter((problem) => !agreed.get(key)?.has(toText(problem)));
};

/** Notes that an entry is to be published with its problems. */
export const agree = (key: string): void => {
  const previewed = previews.latest(key);
  if (previewed) agreed.set(key, new Set(brokenIn(previewed).map(toText)));
};

/** What Strapi's "Publish" asks before it publishes: of relations to drafts. */
interface PublishDialog {
  title?: string;
  content?: React.ReactNode;
  confirmLabel?: string;
  onConfirm?: () => Promise<void>;
}

/** Strapi's "Publish". */
export interface PublishAction {
  label: string;
  disabled?: boolean;
  loading?: boolean;
  /** Gives true when it has published, without anything to ask. */
  onClick?: (event?: unknown) => Promise<boolean | undefined> | boolean | undefined;
  dialog?: PublishDialog;
  /** What publishing a published entry again does; none of an entry that is not published. */
  republishing?: Republishing;
}

/** What can be seen of it. */
const looksOf = (action: PublishAction | undefined): string | undefined =>
  action &&
  [action.label, action.disabled, action.loading, action.dialog?.confirmLabel, action.republishing]
    .map(String)
    .join();

/** "Publish" as Strapi last described it, by entry: its functions know the form as it is now. */
const actions = keptByEntry<PublishAction>((one, other) => looksOf(one) === looksOf(other));

export const keepPublish = actions.keep;
/** What "Publish" does at this moment. */
export const latestPublish = actions.latest;
/** What "Publish" does, each time it looks different. */
export const usePublish = actions.useLatest;

/** What Strapi's dialog says, as it stands. */
export const LatestQuestion = ({ entry }: { entry: string }): React.ReactNode =>
  React.useSyncExternalStore(actions.subscribe, () => latestPublish(entry)?.dialog?.content);
