import * as React from 'react';

import { ARTICLE_UID } from '../../../../src/lib/constants';
import type { Problem } from '../../../../src/content/problem';
import type { Republishing } from '../../../../src/options/options';
import type { ArticlePreview } from '../../../../src/panel/admin-api';

/** What one part of the edit view tells another, by entry: the actions, the panel and the form are apart. */
const keptByEntry = <Value>() => {
  const values = new Map<string, Value>();
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
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
      React.useSyncExternalStore(subscribe, () => values.get(key)),
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
  preview: ArticlePreview;
  /** Whether it is of before the last key stroke. */
  isFormer: boolean;
}

/** Milliseconds that publishing waits for the preview of what was typed last. */
const PATIENCE = 3_000;

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
export const isDatedAhead = ({ effects }: ArticlePreview): boolean =>
  effects.some((effect) => 'until' in effect);

/** What nothing is saved with of our own types: Strapi says so itself. */
const REFUSED: readonly string[] = ['title-empty', 'slug-invalid', 'slug-taken'];

/** What would be broken if it were published as it stands. */
const brokenIn = ({ contentType, preview }: Previewed): Problem[] =>
  (preview.problems ?? []).filter(
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

/** "Publish" as it can be pressed. */
interface Pressable {
  label: string;
  /** What publishing a published entry again does; none of an entry that is not published. */
  republishing?: Republishing;
}

const pressables = keptByEntry<Pressable>();

export const keepPressable = pressables.keep;
export const usePressable = pressables.useLatest;
