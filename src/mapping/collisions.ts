import { type FeedFiles, homePath } from '../feed/addresses';
import { FEED_FORMATS } from '../feed/formats';
import type { SyndicationOptions } from '../options/options';
import { show } from '../lib/messages';
import { groupTypes, type Plan, type SourcePlan, type TopicPlan } from './plan';
import { endOf, isAtRoot, isFixed, startOf, writeAddress } from './address';

/** A path as it is compared, with what an entry's field may say in braces, or `#` for a number; and as it is shown. */
type Path = [path: string, shown?: string];

/** Paths of one owner, which do not collide with each other. */
interface Claim {
  /** The option to change where another has one of them; of the site's own mostly the other's. */
  option?: string;
  /** For people. */
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

/** A listing with its pages. */
const listing = (path: string): Path[] => [[path], [`${path}page/#/`, `${path}page/2/`]];

/** What the site has itself, in the order in which it is compared. */
const siteClaims = (home: string, archive: boolean): Claim[] => {
  const owner = 'the site';
  const years = `${home}archive/2026/`;
  // A preview has a signed name and feeds of its own; any entry below the directory would take these.
  const previews = ['', ...FEED_FORMATS.map(({ fileName }) => fileName)];
  return [
    // At the root the site is where it is by default: what is in its way was put there.
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

/** Topics are all in one index, and the listing of each has pages. */
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
    // Entries at the root have nothing that would tell them from others.
    paths: isAtRoot(address) ? [] : [[writeAddress(address)], ...ofListing],
  };
};

/** One line for a pair: where the addresses of entries collide, others of theirs do as well. */
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

/** Which source has a path at the root is found out when it is asked for: it is one path for all of them. */
const checkEndsAtRoot = (sources: readonly SourcePlan[]): string[] => {
  const [first, ...others] = sources.filter(({ address }) => isAtRoot(address));
  const other = others.find(({ address }) => endOf(address) !== endOf(first!.address));
  return other
    ? [
        `The option "${optionOf(other)}": "${writeAddress(other.address)}" of "${other.contentType}" ends otherwise than "${writeAddress(first!.address)}" of "${first!.contentType}". Allowed: addresses at the root that all end with a slash, or all without.`,
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
  const shared = new Set(types.map(({ address }) => address.directory));
  const claims = [
    ...types.map(topicClaim),
    ...sources.map((source) => sourceClaim(source, shared.has(source.address.directory))),
  ];
  const site = siteClaims(homePath(home), archive);
  // A page of its own is there alone: at the home it would never be reached.
  const isBelowHome = (source: SourcePlan | undefined): boolean =>
    source !== undefined && !isFixed(source.address) && startOf(source.address) === homePath(home);
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
