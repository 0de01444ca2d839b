import {
  unstable_useContentManagerContext,
  useDebounce,
  useForm,
  useNotification,
} from '@strapi/strapi/admin';
import * as React from 'react';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import { useDates } from '../../shared/dates';
import { type RequestState, useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { hearOfPublishing, type Publishing } from '../publishing/choices';

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** What is sent of a file: the form has it with all its sizes. */
const FILE = [
  ...['id', 'url', 'mime', 'name', 'alternativeText', 'caption'],
  ...['width', 'height', 'size', 'sizeInBytes'],
];

const pick = (value: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name]]] : [])));

/** What is sent of entries that were chosen or taken away: who they are. */
const toLinks = (entries: unknown): Values[] =>
  Array.isArray(entries)
    ? entries.filter(isObject).map((entry) => {
        const known = isObject(entry.apiData) ? { ...entry, ...entry.apiData } : entry;
        return pick(known, ['documentId', 'locale']);
      })
    : [];

/** A value of the form without what the preview has no use for. */
const toSent = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toSent);
  // The picker gives a `Date`, a saved entry a text.
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

/** The entry the form belongs to; no document while it is created. */
export interface FormEntry {
  contentType: string;
  documentId?: string;
  /** The entry it is a copy of, until the copy is saved. */
  copyOf?: string;
  /** Of a localised type. */
  locale?: string;
}

/** Milliseconds without a key stroke before the preview is asked for. */
const PAUSE = 400;

interface PreviewState extends RequestState<ArticlePreview> {
  /** Whether `data` is of before the last key stroke, or before what is being saved. */
  isFormer: boolean;
  /** Whether `data` is of what was saved before the form was loaded anew. */
  isOutdated: boolean;
}

/**
 * The preview of the article in the form, live.
 *
 * @param loaded when the row was saved that the form was loaded with; none of a form that cannot be saved
 * @param version changes when the entry is saved, published or withdrawn: its feeds do, too
 */
export const usePreview = (
  entry: FormEntry,
  { loaded, version }: { loaded?: string; version: string },
): PreviewState => {
  const values = useForm('SyndicationPanel', (state) => state.values);
  const isSubmitting = useForm('SyndicationPanel', (state) => state.isSubmitting);
  const { isLoading: isReading } = unstable_useContentManagerContext();
  // A relation's form value holds only what was added and removed since the entry was saved.
  const present = JSON.stringify({ ...entry, values: toSent(values) });
  const body = useDebounce(present, PAUSE);
  const asked = React.useMemo(
    () => JSON.stringify({ ...(JSON.parse(body) as object), loaded }),
    [body, loaded],
  );
  // What is being saved is asked for as soon as it is, and Strapi has read it anew: until then it is later
  // than what the form was loaded with.
  const isAsked = !isSubmitting && !isReading;
  const { data, latest, ...state } = useAnswer<ArticlePreview>(isAsked ? 'previews' : undefined, {
    body: asked,
    version,
  });
  const isOutdated = latest !== undefined && state.version !== version;
  const isPresent = data !== undefined && body === present;
  return {
    ...state,
    data: latest,
    isFormer: !isAsked || state.isLoading || !isPresent || isOutdated,
    isOutdated,
  };
};

/** Milliseconds that the link stays. */
const SHOWN_FOR = 8_000;

/** Milliseconds after which a publication is over, be it that it failed. */
const PATIENCE = 15_000;

/** What the panel last showed as saved, and what it showed when an entry was published since. */
let shown: string | undefined;
let before: (Publishing & { version: string | undefined; until: number }) | undefined;
hearOfPublishing(({ model, documentId }) => {
  before = { model, documentId, version: shown, until: Date.now() + PATIENCE };
});

/**
 * Says after a publication where readers have the entry.
 *
 * @param entry one that was published, or another that was opened before that was answered
 * @param version another one after each save
 * @param isPublished whether Strapi has the saved entry as published
 * @param preview of what is saved; none while that is not known
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
    shown = version;
    if (preview === undefined || before === undefined || before.version === version) return;
    const isAnother = before.documentId !== undefined && before.documentId !== documentId;
    if (isAnother || before.model !== contentType) return;
    const isLate = before.until < Date.now();
    before = undefined;
    if (!isPublished || isLate) return;
    const { publicLink, scheduled } = preview;
    if (publicLink !== null) {
      toggleNotification({
        type: 'success',
        message: t('published.live'),
        link: { url: publicLink, label: t('address.open') },
        timeout: SHOWN_FOR,
      });
    } else if (scheduled !== null) {
      const message = t('published.scheduled', { date: toDate(scheduled) });
      toggleNotification({ type: 'success', message, timeout: SHOWN_FOR });
    }
  }, [contentType, documentId, version, isPublished, preview, t, toDate, toggleNotification]);
};
