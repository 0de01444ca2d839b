import type { Core } from '@strapi/strapi';

import type { BodyPlan, FieldPlan } from '../content/article';
import { isObject, severalOf } from '../lib/values';
import { findInParts } from '../lib/waiting';
import { type EntryKey, entryKeyOf } from '../catalogue/catalogue-table';
import { type Plan, sourceOf, type SourcePlan } from '../mapping/plan';
import { type ReadEntry, rowsAt } from '../mapping/values';
import type { PublishedLocale } from '../options/locales';
import { identityOf } from './drafts';

/** Most entries of a component's relation that a function gets. */
const LINKED_AT_MOST = 100;

type Component = Record<string, unknown>;

/** A relation of a component, which is replaced by the entries that it leads to. */
interface ComponentRelation {
  component: Component;
  uid: string;
  field: string;
  contentType: string;
}

/** Relations of the components that functions of the site render, and of all components within these. */
const relationsInField = (plan: FieldPlan, value: unknown): ComponentRelation[] => {
  if (plan.kind !== 'components') return [];
  const { components } = plan;
  const visit = (uid: unknown, component: unknown, isWithin: boolean): ComponentRelation[] => {
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

const fieldPlans = (plan: BodyPlan): readonly FieldPlan[] =>
  plan.kind === 'several' ? plan.fields : [plan];

/** Each entry once. */
export const eachOnce = (entries: EntryKey[]): EntryKey[] => [
  ...new Map(entries.map((entry) => [entryKeyOf(entry), entry])).values(),
];

/** Relations of components in the bodies of some rows. */
const relationsInBodies = (
  { body }: SourcePlan,
  rows: readonly ReadEntry[],
): ComponentRelation[] => {
  if (!body) return [];
  const plans = fieldPlans(body.plan);
  return rows.flatMap((row) =>
    body.paths.flatMap(([field = ''], place) => relationsInField(plans[place]!, row[field])),
  );
};

/** Rows with the relations of components of one kind, by the component's id. */
const readRelations = async (
  strapi: Core.Strapi,
  uid: string,
  places: ComponentRelation[],
): Promise<Map<unknown, Component>> => {
  const populate = Object.fromEntries(
    places.map(({ field, contentType }) => [field, { select: identityOf(strapi, contentType) }]),
  );
  // Components that a form adds have no id yet.
  const ids = places.flatMap(({ component: { id } }) => (Number.isSafeInteger(id) ? [id] : []));
  const rows: Component[] = await findInParts(ids, (some) =>
    strapi.db.query(uid).findMany({ select: ['id'], where: { id: { $in: some } }, populate }),
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** A relation of a component, and the entries that it leads to. */
type LinkedRelation = Pick<ComponentRelation, 'component' | 'field'> & { entries: EntryKey[] };

/**
 * Finds where relations of components in the bodies of some rows of a source lead.
 *
 * @param locale the locale whose entries are meant; without it, each row leads to entries of its own locale
 */
export const findLinked = async (
  strapi: Core.Strapi,
  { plan, locale }: { plan: Plan; locale?: PublishedLocale },
  source: SourcePlan,
  rows: readonly ReadEntry[],
): Promise<LinkedRelation[]> => {
  const places = relationsInBodies(source, rows).filter(({ contentType }) =>
    plan.sources.some((one) => one.contentType === contentType),
  );
  const linked: LinkedRelation[] = [];
  for (const uid of new Set(places.map((place) => place.uid))) {
    const ofKind = places.filter((place) => place.uid === uid);
    const relations = await readRelations(strapi, uid, ofKind);
    for (const { component, field, contentType } of ofKind) {
      const { isLocalised } = sourceOf(plan, contentType);
      const related = rowsAt(relations.get(component.id), [field]);
      // The draft and the published row of one entry may both be there.
      const entries = eachOnce(
        related.map(({ documentId, locale: own }) => ({
          contentType,
          documentId: String(documentId),
          // A row that was written before its type became localised has no locale.
          locale: isLocalised ? (locale?.code ?? (typeof own === 'string' ? own : '')) : '',
        })),
      );
      linked.push({ component, field, entries: entries.slice(0, LINKED_AT_MOST) });
    }
  }
  return linked;
};
