import {
  unstable_useContentManagerContext,
  useDebounce,
  useForm,
  useNotification,
} from '@strapi/strapi/admin';
import * as React from 'react';

import type { ArticlePreview, WithheldPreview } from '../../../../src/panel/admin-api';
import { useDates } from '../../shared/dates';
import type { EntryProps } from '../../shared/edit-view';
import { type RequestState, useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { onPublishing } from '../publishing/choices';

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Properties of a file that are sent; the form also has all its sizes. */
const FILE = [
  ...['id', 'url', 'mime', 'name', 'alternativeText', 'caption'],
  ...['width', 'height', 'size', 'sizeInBytes'],
];

const pick = (value: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name]]] : [])));

/** Keeps only the document id and locale of connected or disconnected entries. */
const toLinks = (entries: unknown): Values[] =>
  Array.isArray(entries)
    ? entries.filter(isObject).map((entry) => {
        const known = isObject(entry.apiData) ? { ...entry, ...entry.apiData } : entry;
        return pick(known, ['documentId', 'locale']);
      })
    : [];

/** A value of the form, reduced to what the preview needs. */
const toSent = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toSent);
  // The date picker gives a `Date`, a saved entry an ISO string.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (!isObject(value)) return value;
  if ('connect' in value || 'disconnect' in value) {
    return { connect: toLinks(value.connect), disconnect: toLinks(value.disconnect) };
  }
  if (typeof value.url === 'string' && typeof value.mime === 'string') return pick(value, FILE);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === '__temp_key__' ? [] : [[name, toSent(inner)]],
    ),
  );
};

/** The entry in the form; without a document id while it is created. */
export interface FormEntry {
  contentType: string;
  documentId?: string;
  /** Document id of the original, until the copy is saved. */
  copyOf?: string;
  /** Undefined for a type that is not localised. */
  locale?: string;
}

/** Milliseconds without a key stroke before the preview is requested. */
const TYPING_PAUSE = 400;

interface PreviewState extends RequestState<ArticlePreview | WithheldPreview> {
  /** Whether `data` is older than the last key stroke or the save in progress. */
  isFormer: boolean;
}

/**
 * The live preview of the entry in the form.
 *
 * @param version changes when the entry is saved, published or withdrawn, since its feeds change too
 */
export const usePreview = (entry: FormEntry, version: string): PreviewState => {
  const values = useForm('SyndicationPanel', (state) => state.values);
  const isSubmitting = useForm('SyndicationPanel', (state) => state.isSubmitting);
  const { isLoading: isReading } = unstable_useContentManagerContext();
  // A relation's value in the form holds only the changes since the last save.
  const currentBody = JSON.stringify({ ...entry, values: toSent(values) });
  const body = useDebounce(currentBody, TYPING_PAUSE);
  // While Strapi saves and reloads the entry, the server has a newer row than the form.
  const isReady = !isSubmitting && !isReading;
  const path = isReady ? 'previews' : undefined;
  const { data, latest, ...state } = useAnswer<ArticlePreview | WithheldPreview>(path, {
    body,
    version,
  });
  const isOutdated = latest !== undefined && state.version !== version;
  const isPresent = data !== undefined && body === currentBody;
  return {
    ...state,
    data: latest,
    isFormer: !isReady || state.isLoading || !isPresent || isOutdated,
  };
};

/** Milliseconds that the notification stays. */
const SHOWN_FOR = 8_000;

/** Milliseconds after which a publication without a result counts as failed. */
const TIMEOUT = 15_000;

/** Version that the panel showed last, and a pending publication with the version shown as it began. */
let shownVersion: string | undefined;
let pending:
  (EntryProps & { version: string | undefined; until: number; isQuiet: boolean }) | undefined;
onPublishing(({ model, documentId }, choice) => {
  const isQuiet = choice === 'quietly';
  pending = { model, documentId, version: shownVersion, until: Date.now() + TIMEOUT, isQuiet };
});

/**
 * Notifies the editor after a publication where readers find the entry.
 *
 * @param entry the open entry: the published one, or another that the editor opened before Strapi answered
 * @param version changes with each save
 * @param isPublished whether Strapi has the saved entry as published
 * @param preview of the saved entry; undefined while it is not known
 */
export const usePublishedToast = (
  { contentType, documentId }: FormEntry,
  version: string,
  isPublished: boolean,
  preview: ArticlePreview | undefined,
): void => {
  const t = useTranslation();
  const { toggleNotification } = useNotification();
  const toDate = useDates(preview?.timeZone ?? 'UTC');
  React.useEffect(() => {
    shownVersion = version;
    if (preview === undefined || pending === undefined || pending.version === version) return;
    const isAnother = pending.documentId !== undefined && pending.documentId !== documentId;
    if (isAnother || pending.model !== contentType) return;
    const { isQuiet, until } = pending;
    pending = undefined;
    if (!isPublished || until < Date.now()) return;
    const { publicLink, scheduled } = preview;
    if (publicLink !== null) {
      toggleNotification({
        type: 'success',
        message: t(isQuiet ? 'panel.effect.change-quiet' : 'published.live'),
        link: { url: publicLink, label: t('address.open') },
        timeout: SHOWN_FOR,
      });
    } else if (scheduled !== null) {
      const message = t('published.scheduled', { date: toDate(scheduled) });
      toggleNotification({ type: 'success', message, timeout: SHOWN_FOR });
    }
  }, [contentType, documentId, version, isPublished, preview, t, toDate, toggleNotification]);
};
