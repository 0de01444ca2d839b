import { comparableFields, readBoolean, readCondition } from './conditions';
import {
  guardedTarget,
  isMorph,
  isObject,
  isPopulatable,
  type Model,
  publicAttribute,
  publicNames,
  type Reading,
  refuse,
  targetOf,
} from './model';
import { type Filters, type GuardedUid, visible } from './visibility';

/** Where filters stand in a query. */
interface Place {
  path: string;
  /** Below `$not`, where "has no such tag" would tell of hidden ones. */
  negated: boolean;
}

const within = ({ path, negated }: Place, key: string): Place => ({
  path: `${path}[${key}]`,
  negated,
});

/**
 * Conditions that all hold. Each relation in an object of its own: Strapi merges what two of one
 * object ask, and the later takes the place of the earlier.
 */
const all = (conditions: Filters[]): Filters =>
  conditions.length === 1 ? conditions[0]! : { $and: conditions };

const countDown = (reading: Reading, what: keyof Reading['left'], path: string): void => {
  reading.left[what] -= 1;
  if (reading.left[what] < 0) refuse(path, `there are too many ${what} in this query.`);
};

/** What `filters[tags]` and the like ask of one related entry; `undefined` for any at all. */
const aboutOne = (given: unknown, { path }: Place): Filters | undefined => {
  if (!isObject(given)) return { id: given };
  const operators = Object.keys(given).filter((key) => key.startsWith('$'));
  const plain = operators.filter((key) => !['$and', '$or', '$not'].includes(key));
  if (plain.length === 0) return Object.keys(given).length === 0 ? undefined : given;
  const asksForNone =
    ('$null' in given && readBoolean(given.$null, path)) ||
    ('$notNull' in given && !readBoolean(given.$notNull, path));
  if (asksForNone) {
    return refuse(path, 'what has none cannot be asked for, since hidden ones would count.');
  }
  const { $null: _none, $notNull: _any, ...rest } = given;
  return Object.keys(rest).length === 0 ? undefined : { id: rest };
};

/** Filters on a related entry, which hold of one that readers may see. */
const readRelated = (
  reading: Reading,
  target: GuardedUid,
  given: unknown,
  place: Place,
): Filters => {
  if (place.negated) {
    return refuse(
      place.path,
      'cannot stand below $not, since hidden entries would count. Ask what a related entry is, for example with $ne or $notIn.',
    );
  }
  if (given === null) return refuse(place.path, 'expected a filter.');
  countDown(reading, 'relations', place.path);
  const about = aboutOne(given, place);
  const asked = about ? [readFilters(reading, reading.getModel(target)!, about, place)] : [];
  if (!reading.now) return all(asked.length > 0 ? asked : [{ id: { $notNull: true } }]);
  return { $and: [...asked, ...visible(target, reading.now)] };
};

const readMedia = (reading: Reading, model: Model, given: unknown, place: Place): Filters => {
  countDown(reading, 'relations', place.path);
  const isCondition = isObject(given) && Object.keys(given).every((key) => key.startsWith('$'));
  const asked = isObject(given) && !isCondition ? given : { id: given };
  const conditions = Object.entries(asked).map(([name, value]) => {
    const { path } = within(place, name);
    const condition = readCondition(model, name, value, path);
    return condition
      ? { [name]: condition }
      : refuse(path, `is no field. Filter by ${comparableFields(model).join(', ')}.`);
  });
  return all(conditions);
};

const list = (given: unknown, { path }: Place): unknown[] => {
  if (Array.isArray(given)) return given;
  return isObject(given) ? Object.values(given) : refuse(path, 'expected a list of filters.');
};

const readKey = (
  reading: Reading,
  model: Model,
  key: string,
  given: unknown,
  place: Place,
): Filters => {
  countDown(reading, 'conditions', place.path);
  if (key === '$and' || key === '$or') {
    const filters = list(given, place);
    if (filters.length === 0) return refuse(place.path, 'expected at least one filter.');
    return { [key]: filters.map((filter) => readFilters(reading, model, filter, place)) };
  }
  if (key === '$not') {
    return { $not: readFilters(reading, model, given, { ...place, negated: true }) };
  }
  const condition = readCondition(model, key, given, place.path);
  if (condition) return { [key]: condition };
  const attribute = publicAttribute(model, key);
  const guarded = attribute && guardedTarget(attribute);
  if (guarded) return { [key]: readRelated(reading, guarded, given, place) };
  const target = attribute && !isMorph(attribute) ? targetOf(attribute) : undefined;
  const targetModel = target === undefined ? undefined : reading.getModel(target);
  if (attribute?.type === 'media' && targetModel) {
    return { [key]: readMedia(reading, targetModel, given, place) };
  }
  // A field that the site added to the type.
  if (targetModel) return { [key]: guardFilters(reading, targetModel, given, place) };
  return refuse(
    place.path,
    `cannot be filtered by. Use ${[...comparableFields(model), ...publicNames(model, isPopulatable)].join(', ')}, $and, $or or $not.`,
  );
};

/**
 * Filters on a guarded type, of which only what is known to be harmless is taken.
 *
 * @throws ValidationError that names the rest
 */
export const readFilters = (
  reading: Reading,
  model: Model,
  given: unknown,
  place: Place,
): Filters => {
  if (Array.isArray(given)) {
    return given.length === 0
      ? refuse(place.path, 'expected at least one filter.')
      : all(given.map((filter) => readFilters(reading, model, filter, place)));
  }
  if (!isObject(given) || Object.keys(given).length === 0) {
    return refuse(place.path, 'expected a filter, for example filters[slug][$eq]=my-slug.');
  }
  return all(
    Object.entries(given).map(([key, value]) =>
      readKey(reading, model, key, value, within(place, key)),
    ),
  );
};

/**
 * Filters on another type, as they are but for what they ask of articles and tags: that is asked of
 * those alone that readers may see.
 */
export const guardFilters = <Given>(
  reading: Reading,
  model: Model | undefined,
  given: Given,
  place: Place,
): Given | Filters => {
  if (Array.isArray(given)) {
    const filters = given.map((filter: unknown) => guardFilters(reading, model, filter, place));
    return filters.some((filter, index) => filter !== given[index]) ? (filters as Given) : given;
  }
  if (!isObject(given)) return given;
  let touched = false;
  const guarded = Object.entries(given).map(([key, value]): Filters => {
    const attribute = model?.attributes[key];
    const here = within(place, key);
    const target = attribute && guardedTarget(attribute);
    const next = attribute ? targetOf(attribute) : undefined;
    const isGroup = !key.startsWith('$') || key === '$and' || key === '$or';
    const filter = target
      ? readRelated(reading, target, value, here)
      : guardFilters(reading, next ? reading.getModel(next) : model, value, {
          ...here,
          negated: place.negated || !isGroup,
        });
    touched ||= filter !== value;
    return { [key]: filter };
  });
  return touched ? all(guarded) : given;
};
