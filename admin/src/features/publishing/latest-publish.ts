import * as React from 'react';

import type { Republishing } from '../../../../src/options/options';
import { keptByEntry } from './kept-by-entry';

/** What Strapi's "Publish" asks before it publishes: of relations to drafts. */
export interface PublishDialog {
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
