import * as React from 'react';

/** What Strapi's "Publish" asks before it publishes: of relations to drafts. */
export interface PublishDialog {
  content?: React.ReactNode;
  confirmLabel?: string;
  variant?: string;
  bodyIcon?: string;
  onConfirm?: () => Promise<void>;
}

/** Strapi's "Publish" in the edit view. */
export interface PublishAction {
  label: string;
  disabled?: boolean;
  loading?: boolean;
  /** Gives true when it has published, without anything to ask. */
  onClick?: (event?: unknown) => Promise<boolean | undefined> | boolean | undefined;
  dialog?: PublishDialog;
}

/** An entry that is open. */
export interface Entry {
  model: string;
  documentId?: string;
}

/** As Strapi last described it, by entry: its functions know the form as it is now. */
const actions = new Map<string, PublishAction>();
const listeners = new Set<() => void>();

export const keyOf = ({ model, documentId = '' }: Entry): string => `${model} ${documentId}`;

/** Keeps what "Publish" would do now; there is nothing to do where it is undefined. */
export const keepPublish = (key: string, action: PublishAction | undefined): void => {
  if (action) actions.set(key, action);
  else if (!actions.delete(key)) return;
  listeners.forEach((tell) => tell());
};

/** What "Publish" does at this moment. */
export const latestPublish = (key: string): PublishAction | undefined => actions.get(key);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What can be seen of it. */
const looksOf = (action: PublishAction | undefined): string | undefined => {
  if (!action) return undefined;
  const { disabled, loading, dialog } = action;
  return [disabled, loading, dialog?.variant, dialog?.bodyIcon, dialog?.confirmLabel].join();
};

/** What "Publish" does, each time it looks different. */
export const usePublish = (key: string): PublishAction | undefined => {
  React.useSyncExternalStore(subscribe, () => looksOf(actions.get(key)));
  return actions.get(key);
};

/** What Strapi's dialog says, as it stands. */
export const LatestQuestion = ({ entry }: { entry: string }): React.ReactNode =>
  React.useSyncExternalStore(subscribe, () => actions.get(entry)?.dialog?.content);
