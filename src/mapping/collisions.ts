import { type FeedFiles, homePath } from '../feed/addresses';
import { FEED_FORMATS } from '../feed/formats';
import type { SyndicationOptions } from '../options/options';
import { show } from '../lib/messages';
import type { Plan, SourcePlan, TopicPlan } from './plan';
import { groupTypes } from './plan-parts';
import { endOf, isAtRoot, isFixed, startOf, writeAddress } from './address';

/** Addresses of one form, and whose they are. */
interface Shape {
  /** Who has them; addresses of one owner do not collide. */
  owner: string;
  /** For people. */
  what: string;
  /** Parts of a path: a text, what an entry's field may say in braces, or `#` for a number. */
  segments: string[];
}

const segmentsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean);

const shape = (owner: string, path: string, example = path, named = owner): Shape => ({
  owner,
  what: `"${example}" of ${named}`,
  segments: segmentsOf(path),
});

const couldBeEqual = (one: string, other: string | undefined): boolean =>
  one === other || [one, other].some((segment) => segment?.startsWith('{'));

const collide = (one: Shape, other: Shape): boolean =>
  one.owner !== other.owner &&
  one.segments.length === other.segments.length &&
  one.segments.every((segment, index) => couldBeEqual(segment, other.segments[index]));

/** A listing with its pages. */
const listing = (owner: string, path: string): Shape[] => [
  shape(owner, path),
  shape(owner, `${path}page/#/`, `${path}page/2/`),
];

const SITE = 'the site';

const homeShapes = (home: string): Shape[] => [
  ...listing(SITE, home),
  shape(SITE, `${home}subscribe/`),
];

/** The list of years, and the listing of each. */
const archiveShapes = (home: string): Shape[] => [
  shape(SITE, `${home}archive/`),
  ...['', 'page/#/'].map((further) =>
    shape(SITE, `${home}archive/#/${further}`, `${home}archive/2026/`),
  ),
];

const SITEMAP_SHAPES = [...listing(SITE, '/sitemap/'), shape(SITE, '/sitemap/1.xml')];

/** A preview has a signed name and feeds of its own; any entry below the directory would take these. */
const PREVIEW_SHAPES = ['', ...FEED_FORMATS.map(({ fileName }) => fileName)].map((fileName) =>
  shape(SITE, `/previews/{name}/${fileName}`, `/previews/…/${fileName}`),
);

/** Topics are all in one index, and the listing of each has pages. */
const topicShapes = ({ contentType, isOfValues, address }: TopicPlan): Shape[] => {
  const { directory } = address;
  // Each group of values is another's neighbour, as types are.
  const [owner, named] = isOfValues
    ? [
        `values of a field at "${directory}" (the key "topics")`,
        'values of a field (the key "topics")',
      ]
    : [`topic "${contentType}"`, undefined];
  const path = writeAddress(address);
  return [
    shape(owner, path, path, named),
    shape(owner, `${path}/page/#`, path, named),
    shape(owner, directory),
  ];
};

const sourceShapes = (
  { contentType, isPage, address }: SourcePlan,
  sharesListing: boolean,
): Shape[] => {
  const owner = `${isPage ? 'page' : 'source'} "${contentType}"`;
  const own = shape(owner, writeAddress(address));
  return isPage || sharesListing ? [own] : [own, ...listing(owner, address.directory)];
};

/** Which source has a path at the root is found out when it is asked for: it is one path for all of them. */
const checkEndsAtRoot = (sources: readonly SourcePlan[]): string[] => {
  const [first, ...others] = sources.filter(({ address }) => isAtRoot(address));
  const other = others.find(({ address }) => endOf(address) !== endOf(first!.address));
  return other
    ? [
        `The option "${other.isPage ? 'pages' : 'sources'}": "${writeAddress(other.address)}" of "${other.contentType}" ends otherwise than "${writeAddress(first!.address)}" of "${first!.contentType}". Allowed: addresses at the root that all end with a slash, or all without.`,
      ]
    : [];
};

/** No directory is called like a feed: the feed of what is above it would be there. */
const checkFeedFiles = (
  parts: readonly (SourcePlan | TopicPlan)[],
  feedFiles: Partial<FeedFiles>,
): string[] =>
  Object.entries(feedFiles).flatMap(([format, name]) =>
    parts
      .filter(({ address }) => segmentsOf(writeAddress(address)).includes(name.toLowerCase()))
      .map(
        ({ address }) =>
          `The option "feedFiles": "${format}" is "${name}", which is a part of "${writeAddress(address)}" as well. Allowed: another name.`,
      ),
  );

/**
 * What is wrong with addresses that could be the same: a line for each pair, which names the option to
 * change.
 *
 * A source may be below the site's own page, or below the index of a topic type: it has no listing of its
 * own there, and the fixed addresses go before those of entries. Whatever else there is goes before entries
 * at the root: only their addresses tell whether any of them is another's.
 *
 * @param options those of these names
 */
export const findCollisions = (
  plan: Plan,
  {
    home = '/',
    archive = true,
    feedFiles = {},
  }: Pick<SyndicationOptions, 'home' | 'archive' | 'feedFiles'> = {},
): string[] => {
  const { sources } = plan;
  const types = groupTypes(plan);
  const topics = types.map(topicShapes);
  const shared = new Set(types.map(({ address }) => address.directory));
  const ofSources = sources.map((source) =>
    sourceShapes(source, shared.has(source.address.directory)),
  );
  // A page of its own is there alone: at the home it would never be reached.
  const belowHome = sources.map(
    ({ address }) => !isFixed(address) && startOf(address) === homePath(home),
  );
  const found = [...checkFeedFiles([...sources, ...types], feedFiles), ...checkEndsAtRoot(sources)];
  // One line for a pair: where the addresses of entries collide, others of theirs do as well.
  const compare = (option: string, ones: Shape[], others: Shape[]): void => {
    for (const one of ones) {
      const other = others.find((candidate) => collide(one, candidate));
      if (!other) continue;
      found.push(
        `The option "${option}": ${one.what} can be the same address as ${other.what}. Allowed: ${option === 'archive' ? 'false, or ' : ''}addresses that tell them apart, for example below another directory.`,
      );
      return;
    }
  };
  // Entries at the root have no shape that would tell them from others.
  const all = [
    ...topics,
    ...ofSources.map((shapes, index) => (isAtRoot(sources[index]!.address) ? [] : shapes)),
  ];
  const site = homeShapes(homePath(home));
  // At the root the site is where it is by default: what is in its way was put there.
  const isHomeMoved = homePath(home) !== '/';
  const optionAt = (index: number): string =>
    sources[index - topics.length]?.isPage ? 'pages' : 'sources';
  all.forEach((shapes, index) => {
    if (!belowHome[index - topics.length]) {
      compare(isHomeMoved ? 'home' : optionAt(index), shapes, site);
      if (archive) compare('archive', shapes, archiveShapes(homePath(home)));
      compare(optionAt(index), shapes, SITEMAP_SHAPES);
      compare(optionAt(index), shapes, PREVIEW_SHAPES);
    }
    all.forEach((others, place) => {
      if (place > index) compare(optionAt(place), shapes, others);
    });
  });
  return found;
};

/** Whether a path is a directory's, or one of both is below the other; the root is above all. */
const isNear = (path: string, directory: string): boolean => {
  const [one, other] = [`${path}/`.toLowerCase(), directory.replace(/\/?$/, '/').toLowerCase()];
  return other !== '/' && (one.startsWith(other) || other.startsWith(one));
};

/**
 * What is wrong with paths of locales that other addresses of the plan are at: a line for each.
 *
 * @param home the option of that name
 */
export const findLocaleCollisions = (plan: Plan, home: string | false = '/'): string[] => {
  const { sources, locales = [] } = plan;
  const directories = [
    homePath(home),
    ...[...sources, ...groupTypes(plan)].map(({ address }) => startOf(address)),
  ];
  return locales.flatMap(({ code, path }) => {
    const taken =
      path === '' ? undefined : directories.find((directory) => isNear(path, directory));
    return taken === undefined
      ? []
      : [
          `The option "locales": ${show(code)}: "path" was ${show(path)}, where the addresses below ${show(taken)} are. Allowed: another path.`,
        ];
  });
};
