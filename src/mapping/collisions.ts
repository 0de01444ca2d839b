import { FEED_FORMATS, type FeedFiles } from '../feed/formats';
import { homePath } from '../options/site-addresses';
import type { SyndicationOptions } from '../options/options';
import { show } from '../lib/messages';
import { groupTypes, type Plan, type SourcePlan, type TopicPlan } from './plan';
import { patternFinalSlash, isAtRoot, isFixed, textBeforeFields, writeAddress } from './address';

/** A path to compare, with `{…}` for any value of a field and `#` for a number; and the path to show. */
type Path = [path: string, shown?: string];

/** Paths of one owner, which are not compared with each other. */
interface Claim {
  /**
   * Option to change on a collision. If undefined, as for most paths of the site, the other claim's option is named.
   */
  option?: string;
  /** Name of the owner in messages. */
  owner: string;
  paths: Path[];
}

const segmentsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean);

const couldBeEqual = ([path]: Path, [otherPath]: Path): boolean => {
  const [ones, others] = [segmentsOf(path), segmentsOf(otherPath)];
  return (
    ones.length === others.length &&
    ones.every((one, index) => {
      const other = others[index]!;
      return one === other || one.startsWith('{') || other.startsWith('{');
    })
  );
};

/** A listing and its further pages. */
const listing = (path: string): Path[] => [[path], [`${path}page/#/`, `${path}page/2/`]];

/** The site's own paths, in the order of comparison. */
const siteClaims = (home: string, archive: boolean): Claim[] => {
  const owner = 'the site';
  const years = `${home}archive/2026/`;
  // A preview has a signed name and feeds of its own, so entries below `/previews/` would collide.
  const previews = ['', ...FEED_FORMATS.map(({ fileName }) => fileName)];
  return [
    // At the root, the default home, the message names the option of the colliding address instead of "home".
    {
      ...(home !== '/' && { option: 'home' }),
      owner,
      paths: [...listing(home), [`${home}subscribe/`]],
    },
    ...(archive
      ? [
          {
            option: 'archive',
            owner,
            paths: [
              [`${home}archive/`],
              [`${home}archive/#/`, years],
              [`${home}archive/#/page/#/`, years],
            ] as Path[],
          },
        ]
      : []),
    { owner, paths: [...listing('/sitemap/'), ['/sitemap/1.xml']] },
    { owner, paths: previews.map((name) => [`/previews/{name}/${name}`, `/previews/…/${name}`]) },
  ];
};

/** The address of a topic, the further pages of its listing, and the index of all topics. */
const topicClaim = ({ contentType, isOfValues, address }: TopicPlan): Claim => {
  const path = writeAddress(address);
  return {
    option: 'sources',
    owner: isOfValues ? 'values of a field (the key "topics")' : `topic "${contentType}"`,
    paths: [[path], [`${path}/page/#`, path], [address.directory]],
  };
};

const optionOf = ({ isPage }: SourcePlan): string => (isPage ? 'pages' : 'sources');

const sourceClaim = (source: SourcePlan, sharesListing: boolean): Claim => {
  const { contentType, isPage, address } = source;
  const ofListing = isPage || sharesListing ? [] : listing(address.directory);
  return {
    option: optionOf(source),
    owner: `${isPage ? 'page' : 'source'} "${contentType}"`,
    // An address at the root could match any path: all other addresses take precedence over it instead.
    paths: isAtRoot(address) ? [] : [[writeAddress(address)], ...ofListing],
  };
};

/** At most one line for a pair of claims: if the addresses of entries collide, so do their other paths. */
const collisionOf = (option: string | undefined, one: Claim, other: Claim): string[] => {
  for (const path of one.paths) {
    const same = other.paths.find((candidate) => couldBeEqual(path, candidate));
    if (!same) continue;
    return [
      `The option "${option}": "${path.at(-1)}" of ${one.owner} can be the same address as "${same.at(-1)}" of ${other.owner}. Allowed: ${option === 'archive' ? 'false, or ' : ''}addresses that tell them apart, for example below another directory.`,
    ];
  }
  return [];
};

/** Sources at the root share their paths, and only a request finds out whose entry is at one: so all must end alike. */
const checkEndsAtRoot = (sources: readonly SourcePlan[]): string[] => {
  const [first, ...others] = sources.filter(({ address }) => isAtRoot(address));
  const other = others.find(
    ({ address }) => patternFinalSlash(address) !== patternFinalSlash(first!.address),
  );
  return other
    ? [
        `The option "${optionOf(other)}": "${writeAddress(other.address)}" of "${other.contentType}" ends otherwise than "${writeAddress(first!.address)}" of "${first!.contentType}". Allowed: addresses at the root that all end with a slash, or all without.`,
      ]
    : [];
};

/** A directory must not have the file name of a feed: the feed of the directory above would be at the same path. */
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
 * Finds addresses that could be the same. Returns a line for each pair, naming the option to change.
 *
 * A source may be below the home page or the index of a topic type: it then has no listing of its own, and fixed paths
 * take precedence over entries. Every other address takes precedence over entries at the root, so only addresses of
 * entries are compared there.
 *
 * @param options the options of these names
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
  const shared = new Set(types.map(({ address }) => address.directory));
  const claims = [
    ...types.map(topicClaim),
    ...sources.map((source) => sourceClaim(source, shared.has(source.address.directory))),
  ];
  const site = siteClaims(homePath(home), archive);
  // A fixed address at the home path would never be reached, so it is compared with the site's paths.
  const isBelowHome = (source: SourcePlan | undefined): boolean =>
    source !== undefined &&
    !isFixed(source.address) &&
    textBeforeFields(source.address) === homePath(home);
  return [
    ...checkFeedFiles([...sources, ...types], feedFiles),
    ...checkEndsAtRoot(sources),
    ...claims.flatMap((one, index) => [
      ...(isBelowHome(sources[index - types.length]) ? [] : site).flatMap((other) =>
        collisionOf(other.option ?? one.option, one, other),
      ),
      ...claims.slice(index + 1).flatMap((other) => collisionOf(other.option, one, other)),
    ]),
  ];
};

/** Whether the path and the directory are equal, or one is below the other. The root directory does not count. */
const isNear = (path: string, directory: string): boolean => {
  const [one, other] = [`${path}/`.toLowerCase(), directory.replace(/\/?$/, '/').toLowerCase()];
  return other !== '/' && (one.startsWith(other) || other.startsWith(one));
};

/**
 * Finds paths of locales where other addresses of the plan are. Returns a line for each.
 *
 * @param home the option of that name
 */
export const findLocaleCollisions = (plan: Plan, home: string | false = '/'): string[] => {
  const { sources, locales = [] } = plan;
  const directories = [
    homePath(home),
    ...[...sources, ...groupTypes(plan)].map(({ address }) => textBeforeFields(address)),
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
