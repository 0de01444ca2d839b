import { didYouMeanOneOf, show } from '../lib/messages';
import type { Address, InLocales } from '../options/mapping-types';
import {
  type AddressesInLocales,
  type MappedPart,
  addressIn,
  groupTypes,
  type Plan,
  planIn,
  type SourcePlan,
  type TopicPlan,
} from './plan';
import {
  ADDRESS_RULE,
  addressFields,
  type AddressPattern,
  type FieldPath,
  FIXED_ADDRESS_RULE,
  isAtRoot,
  isFixed,
  holdsWholePath,
  parseAddress,
  writeAddress,
  ANY_NUMBER,
  ANY_TEXT,
  patternFinalSlash,
} from './address';
import { attempt, type Reject, resolveField } from './fields';
import { guessSlug } from './guesses';
import { ADDRESS_FIELD } from './keys';
import { attributeOf, attributesOf, contentTypeOf, isLocalised, type Schemas } from './schemas';
import { directoryOf, withoutSlash } from '../lib/url-paths';
import type { SyndicationOptions } from '../options/options';
import { homePath } from '../options/site-addresses';

const isSingle = (schemas: Schemas, uid: string): boolean =>
  contentTypeOf(schemas, uid)?.kind === 'singleType';

/** The default address of a type; without fields for a single type. */
export const guessAddress = (schemas: Schemas, uid: string): string => {
  const { singularName, pluralName } = contentTypeOf(schemas, uid)?.info ?? {};
  return isSingle(schemas, uid)
    ? `/${singularName}/`
    : `/${pluralName}/{${guessSlug(schemas, uid)}}/`;
};

/** Types of an entry's own fields that distinguish it from other entries. */
const IDENTIFYING_TYPES = ['uid', 'string'];

const DOCUMENT_ID = 'documentId';

/** Records what is wrong with an address, in sentences. */
type Refuse = (reason: string) => undefined;

/** Whether an address may contain the field; if not, the reason is recorded. */
const checkField = (
  schemas: Schemas,
  uid: string,
  path: FieldPath,
  { isAlias, refuse }: { isAlias: boolean; refuse: Refuse },
): boolean => {
  const written = path.join('.');
  if (written === DOCUMENT_ID) return true;
  if (written === 'id') {
    refuse('The "id" of an entry is another one after each publication. Allowed: "{documentId}".');
    return false;
  }
  const wanted = isAlias ? { ...ADDRESS_FIELD, through: 'many' as const } : ADDRESS_FIELD;
  const found = attempt(
    (_key, _value, reason) => refuse(reason),
    'address',
    written,
    () => resolveField(schemas, uid, written, wanted),
  );
  return found !== undefined;
};

/**
 * Whether a field belongs to an alias: an entry of another type that holds the whole path of exactly one entry. If an
 * entry has several aliases, the first one counts.
 */
const isAlias = (schemas: Schemas, uid: string, [name = '', ...rest]: FieldPath): boolean => {
  const relation = attributeOf(attributesOf(schemas, uid), name)?.relation;
  return rest.length === 1 && ['oneToOne', 'oneToMany'].includes(String(relation));
};

/** The pattern of an address, and the field that distinguishes an entry from others. */
interface CompiledAddress {
  pattern: AddressPattern;
  identity: FieldPath;
}

const compileOne = (
  schemas: Schemas,
  uid: string,
  written: string,
  refuse: Refuse,
): CompiledAddress | undefined => {
  const pattern = parseAddress(written);
  if (isSingle(schemas, uid)) {
    if (pattern && isFixed(pattern)) return { pattern, identity: [] };
    return refuse(`There is one entry alone. Allowed: ${FIXED_ADDRESS_RULE}.`);
  }
  if (!pattern) return refuse(`Allowed: ${ADDRESS_RULE}.`);
  const fields = addressFields(pattern);
  const alias = holdsWholePath(pattern)
    ? fields.find((path) => isAlias(schemas, uid, path))
    : undefined;
  const checked = fields.map((path) =>
    checkField(schemas, uid, path, { isAlias: path === alias, refuse }),
  );
  if (checked.includes(false)) return undefined;
  const attributes = attributesOf(schemas, uid);
  // Of several fields the last one: the earlier ones usually say where the entry belongs.
  const identity =
    alias ??
    fields
      .reverse()
      .find(
        ([name = '', ...rest]) =>
          rest.length === 0 &&
          (name === DOCUMENT_ID || IDENTIFYING_TYPES.includes(attributes[name]?.type ?? '')),
      );
  if (identity) return { pattern, identity };
  return refuse(
    `No field in it tells an entry from others. Allowed: an address with "{${guessSlug(schemas, uid)}}" in it.`,
  );
};

/** The part after the directory, which distinguishes entries and must be the same in every locale. */
const partAfterDirectory = (pattern: AddressPattern): string =>
  JSON.stringify([pattern.parts.slice(1), isAtRoot(pattern)]);

type AddressInLocales = CompiledAddress & { addresses?: AddressesInLocales };

const compileInLocales = (
  schemas: Schemas,
  uid: string,
  written: InLocales<Address>,
  { locales, refuse }: { locales: readonly string[]; refuse: Refuse },
): AddressInLocales | undefined => {
  const schema = contentTypeOf(schemas, uid);
  if (isSingle(schemas, uid)) return refuse('There is one entry alone. Allowed: one address.');
  if (!schema || !isLocalised(schema) || locales.length === 0) {
    return refuse(
      'Entries are not told apart by language here. Allowed: one address, or the option "locales" and a type that is localised.',
    );
  }
  const unknown = Object.keys(written).filter((code) => !locales.includes(code));
  const missing = locales.filter((code) => !Object.hasOwn(written, code));
  for (const code of unknown) {
    refuse(
      `The option "locales" has no ${show(code)}. Allowed: ${locales.map(show).join(', ')}.${didYouMeanOneOf(code, locales)}`,
    );
  }
  for (const code of missing) {
    refuse(`There is none for ${show(code)}. Allowed: one for each locale.`);
  }
  if (unknown.length + missing.length > 0) return undefined;
  const compiled = locales.flatMap((code): [string, CompiledAddress][] => {
    const ofLocale = (reason: string): undefined => refuse(`Of ${show(code)}: ${reason}`);
    const one = compileOne(schemas, uid, written[code]!, ofLocale);
    return one ? [[code, one]] : [];
  });
  const [[, main] = [], ...others] = compiled;
  if (!main || compiled.length < locales.length) return undefined;
  const differing = others.find(
    ([, { pattern }]) => partAfterDirectory(pattern) !== partAfterDirectory(main.pattern),
  );
  if (differing) {
    return refuse(
      `Of ${show(differing[0])} another part differs than what is before the first brace. Allowed: words of each language there alone.`,
    );
  }
  const addresses = Object.fromEntries(compiled.map(([code, { pattern }]) => [code, pattern]));
  return { ...main, addresses };
};

/** Compiles an address, or one for each locale, given or guessed; undefined if it is wrong. */
export const compileAddress = (
  schemas: Schemas,
  {
    contentType,
    mapping,
    locales,
    reject,
  }: {
    contentType: string;
    mapping: { address?: Address | InLocales<Address> };
    /** Codes of the option `locales`, the main one first. */
    locales: readonly string[];
    reject: Reject;
  },
): (AddressInLocales & { part: MappedPart }) | undefined => {
  const written = mapping.address ?? guessAddress(schemas, contentType);
  const refuse = (reason: string): undefined => void reject('address', written, reason);
  const compiled: AddressInLocales | undefined =
    typeof written === 'string'
      ? compileOne(schemas, contentType, written, refuse)
      : compileInLocales(schemas, contentType, written, { locales, refuse });
  if (!compiled) return undefined;
  // With several locales, the panel and the log show the main locale's address.
  const from = [writeAddress(compiled.pattern)];
  const part = { key: 'address', from, isGuessed: mapping.address === undefined };
  return { ...compiled, part };
};

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
