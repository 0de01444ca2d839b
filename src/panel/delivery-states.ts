import type { EntryDeliveries, UntoldConsumer } from './admin-api';
import { findVersion } from '../changes/versions';
import { CACHE_TAGS } from '../lib/cache-tags';
import { documentLocale } from '../mapping/slugs';
import { editionOf, isPublishedIn } from '../options/locales';
import type { DeliveryState } from '../push/consumer';
import { DELIVERY_TABLE, deliveryKey, SUBJECTS } from '../push/delivery-table';
import type { Panel } from './panel';
import type { PanelUser } from './permissions/entry-rights';

/** An entry, as the Content Manager has it open. */
interface AskedEntry {
  contentType: string;
  documentId: string;
  /** Code of the locale it is shown in; Strapi's default one where none is said. */
  locale: string | null;
}

/** Deliveries of a consumer that are in one state. */
interface Summary {
  consumer: string;
  state: DeliveryState;
  failing: number | string;
  due: number | string;
  ended: number | string;
  answer: string;
  /** Empty where one of them was never sent. */
  leastAnswer: string;
}

/** Whether what is pending was told, and is told once more: a CDN forgets twice. */
const isToldOnce = ({ failing, leastAnswer }: Summary): boolean =>
  Number(failing) === 0 && leastAnswer !== '';

/** The status that an answer begins with, which tells nothing of the one who gave it. */
const statusOf = (answer: string): string | null => /^\d{3}\b/.exec(answer)?.[0] ?? null;

const toIso = (moment: number): string => new Date(moment).toISOString();

/** What of the deliveries that a version is in each consumer was told, by what they are about. */
const summarise = async (
  { transactions, push }: Pick<Panel, 'transactions' | 'push'>,
  version: number,
  subject: string,
): Promise<Summary[]> => {
  const hearsOfEntries = push.consumers.filter(({ hears }) => hears.includes('entry'));
  const others = push.consumers.filter((consumer) => !hearsOfEntries.includes(consumer));
  return transactions
    .rows(DELIVERY_TABLE)
    .where('since', '<=', version)
    .where('version', '>=', version)
    .where((row) =>
      row
        .whereIn(
          'key',
          hearsOfEntries.map(({ key }) => deliveryKey(key, subject)),
        )
        .orWhereIn(
          'consumer',
          others.map(({ key }) => key),
        ),
    )
    .groupBy('consumer', 'state')
    .select('consumer', 'state')
    .max({ failing: 'failing', ended: 'ended', answer: 'answer' })
    .min({ due: 'due', leastAnswer: 'answer' });
};

/** Who was told of an entry's last change; null for who may not read it, and where nobody is told of any. */
export const findEntryDeliveries = async (
  panel: Panel,
  { contentType, documentId, locale: asked }: AskedEntry,
  { mayRead }: Pick<PanelUser, 'mayRead'>,
): Promise<EntryDeliveries | null> => {
  const { strapi, plan, editions, push, transactions } = panel;
  const source = plan.sources.find((one) => one.contentType === contentType);
  if (!source || push.consumers.length === 0) return null;
  const locale = await documentLocale(strapi, contentType, asked);
  if (locale !== undefined && !isPublishedIn(plan.locales, source, locale)) return null;
  const edition = editionOf(editions, source, locale);
  const entry = { contentType, documentId, locale: locale ?? '' };
  if (!edition || !(await mayRead([entry]))(entry)) return null;
  const version = await findVersion(
    transactions,
    CACHE_TAGS.entry(contentType, documentId, edition.mark),
  );
  if (version === undefined) return null;
  const found = await summarise(panel, version, SUBJECTS.entry(entry));
  const told: EntryDeliveries['told'] = [];
  const pending: EntryDeliveries['pending'] = [];
  const failed: EntryDeliveries['failed'] = [];
  let latest = 0;
  for (const { key, name, kind } of push.consumers) {
    const inState = (state: DeliveryState): Summary | undefined =>
      found.find((one) => one.consumer === key && one.state === state);
    const [waits, lost, done] = [inState('pending'), inState('failed'), inState('told')];
    if (waits && !isToldOnce(waits)) {
      const isFailing = Number(waits.failing) > 0;
      const status = isFailing ? statusOf(waits.answer) : null;
      pending.push({ name, kind, due: toIso(Number(waits.due)), isFailing, status });
    } else if (lost) {
      failed.push({ name, kind, status: statusOf(lost.answer) });
    } else if (waits ?? done) {
      told.push({ name, kind });
      latest = Math.max(latest, Number(done?.ended ?? 0), Number(waits?.ended ?? 0));
    }
  }
  const at = latest > 0 ? toIso(latest) : null;
  return { told, pending, failed, at, timeZone: edition.inForce.timeZone };
};

/** Milliseconds after which somebody who was not told is told of. */
const UNTOLD_FOR = 3_600_000;

/** Milliseconds for which what will not be sent again is told of. */
const RECENT = 24 * 3_600_000;

/**
 * Who has not been told of something for an hour, or will not be told of it any more and was told of nothing
 * since.
 *
 * @param maySeeAnswers whether the user may know how they answered
 */
export const findUntold = async (
  { transactions, push, editions }: Pick<Panel, 'transactions' | 'push' | 'editions'>,
  maySeeAnswers: boolean,
): Promise<UntoldConsumer[]> => {
  if (push.consumers.length === 0) return [];
  const now = push.now();
  const found: { consumer: string; state: DeliveryState; failing: number; ended: number }[] = (
    await transactions
      .rows(DELIVERY_TABLE)
      .where((row) =>
        row
          .where((one) =>
            one
              .where({ state: 'pending' })
              .where('failing', '>', 0)
              .where('failing', '<', now - UNTOLD_FOR),
          )
          .orWhere((one) =>
            one.whereIn('state', ['told', 'failed']).where('ended', '>', now - RECENT),
          ),
      )
      .groupBy('consumer', 'state')
      .select('consumer', 'state')
      .min({ failing: 'failing' })
      .max({ ended: 'ended' })
  ).map((row: { failing: unknown; ended: unknown }) => ({
    ...row,
    failing: Number(row.failing),
    ended: Number(row.ended),
  }));
  const untold: UntoldConsumer[] = [];
  for (const { key, name, kind } of push.consumers) {
    const inState = (state: DeliveryState) =>
      found.find((one) => one.consumer === key && one.state === state);
    const [pending, failed, told] = [inState('pending'), inState('failed'), inState('told')];
    const hasFailed = failed && !(told && told.ended > failed.ended);
    const since = [
      ...(pending ? [pending.failing] : []),
      ...(hasFailed ? [failed.failing || failed.ended] : []),
    ];
    if (since.length === 0) continue;
    const last = (await transactions
      .rows(DELIVERY_TABLE)
      .where({ consumer: key })
      .whereIn('state', ['pending', 'failed'])
      .where((row) => row.where('failing', '>', 0).orWhere({ state: 'failed' }))
      .orderBy('id', 'desc')
      .first('answer')) as { answer: string | null } | undefined;
    untold.push({
      key,
      name,
      kind,
      since: toIso(Math.min(...since)),
      timeZone: editions[0].inForce.timeZone,
      answer: (maySeeAnswers && last?.answer) || null,
    });
  }
  return untold;
};
