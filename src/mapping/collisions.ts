import { show } from '../lib/messages';
import { directoryOf, withoutSlash } from '../lib/url-paths';
import type { SyndicationOptions } from '../options/options';
import { homePath } from '../options/site-addresses';
import {
  type AddressPattern,
  ANY_NUMBER,
  ANY_TEXT,
  holdsWholePath,
  isAtRoot,
  patternFinalSlash,
  writeAddress,
} from './address';
import {
  addressIn,
  type AddressesInLocales,
  groupTypes,
  type Plan,
  planIn,
  type SourcePlan,
  type TopicPlan,
} from './plan';

/** Pages of the site, or of a type. */
interface Claim {
  /** Option that moves them; undefined for most pages of the site. */
  option?: string;
  /** Name of the owner in messages. */
  owner: string;
  /** Paths, with fields in braces. */
  paths: string[];
}

const THE_SITE = 'the site';

/** A path for comparison: without case, as in Strapi's router, without final slash and without names of fields. */
const comparable = (path: string): string =>
  withoutSlash(path.toLowerCase().replace(/\{[^}]*\}|#/g, ANY_TEXT));

/** The same, with numbers told apart from texts: `/blog/page/news/` is no further page of a listing. */
const withNumbers = (path: string): string =>
  withoutSlash(path.toLowerCase().replace(/\{[^}]*\}/g, ANY_TEXT));

/** A listing and its further pages. */
const listing = (path: string): string[] => [path, `${directoryOf(path)}page/${ANY_NUMBER}/`];

const siteClaims = (home: string, archive: boolean): Claim[] => {
  const own = { owner: THE_SITE };
  const years = [`${home}archive/`, ...listing(`${home}archive/${ANY_NUMBER}/`)];
  return [
    // At the root, the default home, the message names the option of the colliding address instead of "home".
    {
      ...own,
      ...(home !== '/' && { option: 'home' }),
      paths: [...listing(home), `${home}subscribe/`],
    },
    ...(archive ? [{ ...own, option: 'archive', paths: years }] : []),
    // A preview has a signed name and feeds of its own.
    { ...own, paths: ['/sitemap/{part}', '/previews/{name}/', '/previews/{name}/{file}'] },
  ];
};

/** The addresses of topics, the further pages of their listings, and the index of all topics. */
const topicClaim = ({ contentType, isOfValues, address }: TopicPlan): Claim => ({
  option: 'sources',
  owner: isOfValues ? 'values of a field (the key "topics")' : `topic "${contentType}"`,
  paths: [...listing(writeAddress(address)), address.directory],
});

const optionOf = ({ isPage }: SourcePlan): string => (isPage ? 'pages' : 'sources');

/** @param shared directories whose listing is another one's */
const sourceClaim = (source: SourcePlan, shared: ReadonlySet<string>): Claim => {
  const { contentType, isPage, address } = source;
  const hasListing = !isPage && !shared.has(address.directory);
  return {
    option: optionOf(source),
    owner: `${isPage ? 'page' : 'source'} "${contentType}"`,
    paths: [
      // An address at the root could be any path: all other addresses go before it instead.
      ...(isAtRoot(address) ? [] : [writeAddress(address)]),
      ...(hasListing ? listing(address.directory) : []),
    ],
  };
};

type SiteOptions = Pick<SyndicationOptions, 'home' | 'archive'>;

/** All pages that a site has in one locale. */
const claimsOf = (plan: Plan, { home = '/', archive = true }: SiteOptions): Claim[] => {
  const types = groupTypes(plan);
  const shared = new Set(['/', homePath(home), ...types.map(({ address }) => address.directory)]);
  return [
    ...siteClaims(homePath(home), archive),
    ...types.map(topicClaim),
    ...plan.sources.map((source) => sourceClaim(source, shared)),
  ];
};

/** Addresses that two owners have: a line for each two. */
const findEqual = (claims: readonly Claim[]): string[] =>
  claims.flatMap((one, place) =>
    claims.slice(0, place).flatMap((other) => {
      const theirs = new Map(other.paths.map((path) => [comparable(path), path]));
      const path = one.paths.find((own) => theirs.has(comparable(own)));
      if (path === undefined) return [];
      const option = (other.owner === THE_SITE && other.option) || one.option;
      return `The option "${option}": "${path}" of ${one.owner} is the same address as "${theirs.get(comparable(path))}" of ${other.owner}. Allowed: ${option === 'archive' ? 'false, or ' : ''}addresses that tell them apart, for example below another directory.`;
    }),
  );

/** Whether one of two paths is at or below the other. The root does not count. */
const isNear = (one: string, other: string): boolean =>
  one !== '' &&
  other !== '' &&
  (`${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`));

/** Paths of locales where other addresses are: a line for each. */
const findTakenLocales = ({ locales = [] }: Plan, claims: readonly Claim[]): string[] => {
  const directories = claims
    .flatMap(({ paths }) => paths)
    .map((path) => withoutSlash(comparable(path).split(ANY_TEXT)[0]!));
  return locales.flatMap(({ code, path }, place) => {
    const own = comparable(path);
    const other = locales.slice(0, place).find((earlier) => {
      const there = comparable(earlier.path);
      return own === there || isNear(own, there);
    });
    const directory = directories.find((one) => isNear(own, one));
    if (!other && directory === undefined) return [];
    const taken = other ? `${show(other.code)} is` : `the addresses below "${directory}/" are`;
    const example = `/${code.toLowerCase()}`;
    const allowed = own === example ? 'another path' : `another path, for example "${example}"`;
    return `The option "locales": ${show(code)}: "path" was ${show(path)}, where ${taken}. Allowed: ${allowed}.`;
  });
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

/** The plan in each locale, since each may have addresses of its own. */
const inEachLocale = (plan: Plan): Plan[] =>
  plan.locales?.map(({ code }) => planIn(plan, code)) ?? [plan];

/**
 * Finds addresses that are the same for certain, and paths of locales where other addresses are. Returns a line for
 * each, naming the option to change. Where an entry has the address of a page is found later, see `withReserved`.
 *
 * @param options the options of these names
 */
export const findCollisions = (plan: Plan, options: SiteOptions = {}): string[] => [
  ...inEachLocale(plan).flatMap((one) => [
    ...checkEndsAtRoot(one.sources),
    ...findEqual(claimsOf(one, options)),
  ]),
  ...findTakenLocales(
    plan,
    inEachLocale(plan).flatMap((one) => claimsOf(one, options)),
  ),
];

/** Keys of those addresses of a pattern at which pages are: where the two differ, a text goes before a field. */
const reservedKeys = (pattern: AddressPattern, pages: readonly string[]): string[] => {
  const directory = pattern.directory.toLowerCase();
  const own = comparable(writeAddress(pattern)).split('/');
  return pages.flatMap((page) => {
    const parts = page.split('/');
    const place = parts.findIndex((part, index) => part !== own[index]);
    const mayMatch =
      page.startsWith(directory) &&
      own[place] === ANY_TEXT &&
      (own.length === parts.length || holdsWholePath(pattern));
    // Below a directory of the plugin, an entry at the root is found where nothing else is.
    const isOpen = isAtRoot(pattern) && /\{\}|#/.test(page);
    return mayMatch && !isOpen ? page.slice(directory.length) : [];
  });
};

/**
 * The plan with the pages whose addresses no entry has, such as `/blog/archive/` beside `/blog/{slug}/`. They are the
 * same in all locales: what one locale has is reserved in each, but at the root.
 *
 * @param options the options of these names
 */
export const withReserved = (plan: Plan, options: SiteOptions): Plan => {
  const pages = inEachLocale(plan).map((one) =>
    claimsOf(one, options).flatMap(({ paths }) => paths.map(withNumbers)),
  );
  const reserve = <Part extends SourcePlan | TopicPlan>(part: Part): Part => {
    const keys = pages.map((own, place) =>
      reservedKeys(addressIn(part, plan.locales?.[place]?.code), own),
    );
    // Entries at the root have always had an address that is a page's in another language alone.
    const isEverywhere = (key: string) => keys.every((own) => own.includes(key));
    const reserved = [...new Set(keys.flat())].filter(
      (key) => !isAtRoot(part.address) || isEverywhere(key),
    );
    if (reserved.length === 0) return part;
    const inLocales = Object.entries(part.addresses ?? {}).map(([code, pattern]) => [
      code,
      { ...pattern, reserved },
    ]);
    return {
      ...part,
      address: { ...part.address, reserved },
      ...(part.addresses && { addresses: Object.fromEntries(inLocales) as AddressesInLocales }),
    };
  };
  return {
    ...plan,
    sources: plan.sources.map(reserve),
    topicTypes: plan.topicTypes.map(reserve),
    ...(plan.valueTypes && { valueTypes: plan.valueTypes.map(reserve) }),
  };
};
