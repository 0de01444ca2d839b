import type { Core } from '@strapi/strapi';

import type { BodyPlan, FieldPlan, LinkedEntry } from '../content/body-plan';
import { CACHE_TAGS } from '../lib/cache-tags';
import { chunk } from '../lib/chunk';
import { dependOn, expireAt, noteChange } from '../lib/dependency-tracking';
import { isObject } from '../lib/is-object';
import type { Plan, SourcePlan } from '../mapping/plan';
import type { ReadFields } from '../mapping/read-fields';
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
  /** The condition that rows of a source are published, ended or not. */
  isPublishedRow: (source: SourcePlan) => object;
  /** What is read to tell where an entry is. */
  placeOf: (source: SourcePlan) => ReadFields;
  /** Mark of the locale that rows of a source are of. */
  markOf: (source: SourcePlan) => string;
}

const fieldPlans = (plan: BodyPlan): readonly FieldPlan[] =>
  plan.kind === 'several' ? plan.fields : [plan];

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
  { plan, locale, settings, isPublishedRow, placeOf, markOf }: LinkedEntriesParts,
) => {
  /** What a row is found by among those of its type. */
  const keyOf = ({ isLocalised }: SourcePlan, row: ReadEntry): string =>
    `${String(row.documentId)} ${isLocalised && !locale ? String(row.locale) : ''}`;

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

  /** Public entries of a source that some rows are of, by their keys. */
  const findPublic = async (
    source: SourcePlan,
    linked: readonly ReadEntry[],
  ): Promise<Map<string, LinkedEntry>> => {
    const documentIds = [...new Set(linked.map(({ documentId }) => String(documentId)))];
    const { contentType } = source;
    const { addresses } = await settings.get();
    const now = new Date();
    const found = new Map<string, LinkedEntry>();
    for (const some of chunk(documentIds)) {
      const rows: ReadEntry[] = await strapi.db.query(contentType).findMany({
        ...placeOf(source),
        where: { documentId: { $in: some }, ...isPublishedRow(source) },
      });
      for (const row of rows) {
        const [date, until] = [dateOf(source, row), untilOf(source, row)];
        // What comes and goes by its date changes what shows it.
        for (const moment of [date, until]) {
          if (moment && moment > now) expireAt(moment);
          else if (moment) noteChange(moment);
        }
        if ((date && date > now) || (until && until <= now)) continue;
        const [title, path] = [textAt(row, source.title), pathOf(source, row)];
        if (title === undefined || path === undefined) continue;
        found.set(keyOf(source, row), { title, url: addresses.entry(path) });
      }
    }
    // Those that are not public, too: they may be soon.
    for (const documentId of documentIds)
      dependOn(CACHE_TAGS.entry(contentType, documentId, markOf(source)));
    return found;
  };

  return {
    /** Puts what relations of components lead to into rows of a source, in the place of their relations. */
    async addTo(source: SourcePlan, rows: readonly ReadEntry[]): Promise<void> {
      const places = placesOf(source, rows).filter(({ contentType }) =>
        plan.sources.some((one) => one.contentType === contentType),
      );
      const linked: (Place & { rows: ReadEntry[] })[] = [];
      for (const uid of new Set(places.map((place) => place.uid))) {
        const ofKind = places.filter((place) => place.uid === uid);
        const relations = await readRelations(uid, ofKind);
        for (const place of ofKind) {
          linked.push({ ...place, rows: rowsAt(relations.get(place.component.id), [place.field]) });
        }
      }
      for (const target of plan.sources) {
        const ofType = linked.filter(({ contentType }) => contentType === target.contentType);
        if (ofType.length === 0) continue;
        const keys = new Map(
          ofType.map((one) => {
            // Drafts and published rows of one entry may both be there.
            const unique = new Map(one.rows.map((row) => [keyOf(target, row), row]));
            return [one, new Map([...unique].slice(0, LINKED_AT_MOST))];
          }),
        );
        const entries = await findPublic(
          target,
          [...keys.values()].flatMap((rowsByKey) => [...rowsByKey.values()]),
        );
        for (const [{ component, field }, rowsByKey] of keys)
          component[field] = [...rowsByKey.keys()].flatMap((key) => entries.get(key) ?? []);
      }
    },
  };
};
