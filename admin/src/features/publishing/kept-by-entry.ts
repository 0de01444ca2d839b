import * as React from 'react';

/** What one part of the edit view tells another, by entry: the actions, the panel and the form are apart. */
export const keptByEntry = <Value>(isSame: (one?: Value, other?: Value) => boolean = Object.is) => {
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
