import type { Core } from '@strapi/strapi';

import type { BodyPlan, FieldPlan, LinkedEntry } from '../content/body-plan';
import { CACHE_TAGS } from '../lib/cache-tags';
import { chunk } from '../lib/chunk';
import { dependOn, expireAt, noteChange } from '../lib/dependency-tracking';
import { isObject } from '../lib/is-object';
import { entryKeyOf, type EntryKey } from '../catalogue/entry';
import type { Plan, SourcePlan } from '../mapping/plan';
import { sourceOf } from '../mapping/plan-parts';
import { type ReadEntry, rowsAt, textAt } from '../mapping/values';
import type { PublishedLocale } from '../options/locales';
import type { SettingsStore } from '../options/settings';
import { identityOf, severalOf } from './drafts';
import { dateOf, pathOf, untilOf } from './to-article';

/** Entries that a relation of a component leads to and a function gets. */
const LINKED_AT_MOST = 100;

type Component = Record<string, unknown>;

/** Where relations of components are read, and where what they lead to is put. */
interface Place {
  component: Component;
  uid: string;
  field: string;
  contentType: string;
}

/** Relations of the components that functions of the site render, and of all within these. */
const placesIn = (plan: FieldPlan, value: unknown): Place[] => {
  if (plan.kind !== 'components') return [];
  const { components } = plan;
  const visit = (uid: unknown, component: unknown, isWithin: boolean): Place[] => {
    const known = typeof uid === 'string' && Object.hasOwn(components, uid) && components[uid];
    if (!known || !isObject(component)) return [];
    const isRendered = isWithin || known.render !== undefined;
    const own = isRendered
      ? known.relations.map((relation) => ({ ...relation, component, uid: uid as string }))
      : [];
    const within = known.inner.flatMap((inner) =>
      severalOf(component[inner.field]).flatMap((one) => visit(inner.component, one, isRendered)),
    );
    return [...own, ...within];
  };
  return severalOf(value).flatMap((one) =>
    visit(plan.component ?? (isObject(one) && one.__component), one, false),
  );
};

interface LinkedEntriesParts {
  plan: Plan;
  /** The one whose entries are meant; without any, locales are not told apart, and each entry leads to its own. */
  locale: PublishedLocale | undefined;
  settings: Pick<SettingsStore, 'get'>;
  /** Mark of the locale that rows of a source are of. */
  markOf: (source: SourcePlan) => string;
  /** Makes something of where entries are that are published, ended or not. */
  findPublishedPlaces: <Made>(
    entries: EntryKey[],
    use: (source: SourcePlan, row: ReadEntry, entry: EntryKey) => Made | undefined,
  ) => Promise<Made[]>;
}

const fieldPlans = (plan: BodyPlan): readonly FieldPlan[] =>
  plan.kind === 'several' ? plan.fields : [plan];

const eachOnce = (entries: EntryKey[]): EntryKey[] => [
  ...new Map(entries.map((entry) => [entryKeyOf(entry), entry])).values(),
];

/** Those in the bodies of some rows. */
const placesOf = ({ body }: SourcePlan, rows: readonly ReadEntry[]): Place[] => {
  if (!body) return [];
  const plans = fieldPlans(body.plan);
  return rows.flatMap((row) =>
    body.paths.flatMap(([field = ''], place) => placesIn(plans[place]!, row[field])),
  );
};

/**
 * What components lead to, for the site's own functions: titles and addresses of entries that are public, and
 * nothing else of them.
 */
export const createLinkedEntries = (
  strapi: Core.Strapi,
  { plan, locale, settings, markOf, findPublishedPlaces }: LinkedEntriesParts,
) => {
  /** Rows that relations of components of a kind lead to, by the component's id. */
  const readRelations = async (
    uid: string,
    places: Place[],
  ): Promise<Map<unknown, Record<string, unknown>>> => {
    const populate = Object.fromEntries(
      places.map(({ field, contentType }) => [field, { select: identityOf(strapi, contentType) }]),
    );
    const found = new Map<unknown, Record<string, unknown>>();
    // What a form adds has none yet.
    const ids = places.flatMap(({ component: { id } }) => (Number.isSafeInteger(id) ? [id] : []));
    for (const some of chunk([...new Set(ids)])) {
      const rows: Component[] = await strapi.db
        .query(uid)
        .findMany({ select: ['id'], where: { id: { $in: some } }, populate });
      rows.forEach((row) => found.set(row.id, row));
    }
    return found;
  };

  /** The entries that some rows are of: drafts and published rows of one may both be there. */
  const entriesOf = (source: SourcePlan, rows: readonly ReadEntry[]): EntryKey[] =>
    eachOnce(
      rows.map(({ documentId, locale: own }) => ({
        contentType: source.contentType,
        documentId: String(documentId),
        // A row that was written before its type was localised has none.
        locale: source.isLocalised ? (locale?.code ?? (typeof own === 'string' ? own : '')) : '',
      })),
    );

  /** Those of some entries that are public, by their keys. */
  const findPublic = async (entries: EntryKey[]): Promise<Map<string, LinkedEntry>> => {
    const { addresses } = await settings.get();
    const now = new Date();
    const found = await findPublishedPlaces(entries, (source, row, entry) => {
      const [date, until] = [dateOf(source, row), untilOf(source, row)];
      // What comes and goes by its date changes what shows it.
      for (const moment of [date, until]) {
        if (moment && moment > now) expireAt(moment);
        else if (moment) noteChange(moment);
      }
      const [title, path] = [textAt(row, source.title), pathOf(source, row)];
      const isPublic = !(date && date > now) && !(until && until <= now);
      if (!isPublic || title === undefined || path === undefined) return undefined;
      return [entryKeyOf(entry), { title, url: addresses.entry(path) }] as const;
    });
    // Those that are not public, too: they may be soon.
    for (const { contentType, documentId } of entries) {
      const mark = markOf(sourceOf(plan, contentType));
      dependOn(CACHE_TAGS.entry(contentType, documentId, mark));
    }
    return new Map(found);
  };

  return {
    /** Puts what relations of components lead to into rows of a source, in the place of their relations. */
    async addTo(source: SourcePlan, rows: readonly ReadEntry[]): Promise<void> {
      const places = placesOf(source, rows).filter(({ contentType }) =>
        plan.sources.some((one) => one.contentType === contentType),
      );
      if (places.length === 0) return;
      const linked: (Place & { entries: EntryKey[] })[] = [];
      for (const uid of new Set(places.map((place) => place.uid))) {
        const ofKind = places.filter((place) => place.uid === uid);
        const relations = await readRelations(uid, ofKind);
        for (const place of ofKind) {
          const related = rowsAt(relations.get(place.component.id), [place.field]);
          const entries = entriesOf(sourceOf(plan, place.contentType), related);
          linked.push({ ...place, entries: entries.slice(0, LINKED_AT_MOST) });
        }
      }
      const found = await findPublic(eachOnce(linked.flatMap(({ entries }) => entries)));
      for (const { component, field, entries } of linked)
        component[field] = entries.flatMap((entry) => found.get(entryKeyOf(entry)) ?? []);
    },
  };
};
