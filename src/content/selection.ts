import { encodePath, isAddressText } from '../lib/url-paths';
import type { Texts } from '../texts/texts';
import type { InLanguages, ListingTexts, Topic } from './article';

/** What a channel uses of its site. */
interface SiteOfChannel {
  siteName: string;
  /** Plain text; without it, a standard sentence is used. */
  description?: string;
  /** BCP 47 language tag. */
  language: string;
  /** Words of feeds and pages in the site's language. */
  texts: Texts;
}

/** What the title of a tag is made from. */
interface TagNames {
  name: string;
  title?: string | null;
}

/**
 * Title of a tag: the editor's own; without one, the name with the first letter of each word
 * capitalised. A name that carries capitals already ("macOS", "gRPC") is left alone.
 */
export const tagTitle = ({ name, title }: TagNames, language: string): string => {
  if (title?.trim()) return title;
  if (/\p{Lu}/u.test(name)) return name;
  return name.replace(
    /(^|\s)([^\s\p{L}]*)(\p{L})/gu,
    (_, space: string, before: string, letter: string) =>
      space + before + letter.toLocaleUpperCase(language),
  );
};

/** Tags that one combination has at most: each further tag multiplies the number of addresses. */
export const MAXIMUM_TAGS = 4;

/** How articles of several tags are chosen: those with all of the tags, or with any of them. */
type CombinationMode = 'all' | 'any';

/** Tags as an address names them: `api`, `api+testing` (all of them), `api,testing` (any). */
export interface Combination {
  /** Sorted and distinct. */
  slugs: string[];
  mode: CombinationMode;
}

const SIGNS: Record<CombinationMode, string> = { all: '+', any: ',' };

/** The canonical combination of some tags. A single tag has no sign, whatever the mode. */
export const createCombination = (slugs: string[], mode: CombinationMode): Combination => {
  const distinct = [...new Set(slugs)].sort();
  return { slugs: distinct, mode: distinct.length === 1 ? 'all' : mode };
};

/** Reads the part of an address that names tags; undefined when it cannot name tags. */
export const parseCombination = (text: string): Combination | undefined => {
  const mode = text.includes(SIGNS.any) ? 'any' : 'all';
  const slugs = text.split(SIGNS[mode]);
  // Where both signs are mixed, one of them is left in a slug.
  if (!slugs.every(isAddressText)) return undefined;
  const combination = createCombination(slugs, mode);
  return combination.slugs.length > MAXIMUM_TAGS ? undefined : combination;
};

/** The part of an address that names the tags. */
export const writeCombination = ({ slugs, mode }: Combination): string =>
  encodePath(slugs.join(SIGNS[mode]));

/**
 * Path of the listing of topics, below the base address.
 *
 * @param directory path of the list of all topics of their type
 * @param end the end of addresses of this type
 */
export const combinationPath = (
  directory: string,
  combination: Combination,
  end: '/' | '',
): string => directory + writeCombination(combination) + end;

/** Whether a path names a combination of tags: no slug contains one of the signs. */
export const isCombinationPath = (path: string): boolean =>
  Object.values(SIGNS).some((sign) => path.includes(sign));

/** Title of a combination, in the words of the language: "Api and Testing", "Api or Testing". */
export const combinationTitle = (
  titles: string[],
  mode: CombinationMode,
  language: string,
): string =>
  // A single title is no list, and a site may have thousands of topics to name.
  titles.length === 1
    ? titles[0]!
    : new Intl.ListFormat(language, {
        type: mode === 'all' ? 'conjunction' : 'disjunction',
      }).format(titles);

/**
 * Permanent id of a combination's feed. It is made of the permanent ids of the tags, so that it survives changes of
 * their slugs: `https://www.example.com/tags/api/+testing`.
 *
 * @param ids permalinks of the tags at first publication; at least one
 */
export const combinationId = (ids: string[], mode: CombinationMode): string => {
  const [first = '', ...others] = [...ids].sort();
  // The last part of each id. A mark behind a "#" tells it from a topic that had its address before.
  const names = others.map((id) => /([^/#]*)\/?(?:#(.*))?$/.exec(id)!.slice(1).join(''));
  return first + names.map((name) => SIGNS[mode] + name).join('');
};

/**
 * What a listing or feed is about: one topic, or several topics of one type; without topics, all entries of a
 * content type or of the whole site.
 */
export interface Selection {
  topics: Topic[];
  mode: CombinationMode;
  source?: SourceListing;
}

/** A content type's own listing and feeds, with all of its entries. */
export interface SourceListing {
  contentType: string;
  /** Path of the listing below the base address: `/posts/`, or `/posts`. */
  directory: string;
  /** Whether all entries are of this type. */
  isAlone: boolean;
  /** The site's own texts. Without a title, the directory's name is the title. */
  texts?: ListingTexts;
}

export const WHOLE_SITE: Selection = { topics: [], mode: 'all' };

export const ofTopic = (topic: Topic): Selection => ({ topics: [topic], mode: 'all' });

export const ofSource = (source: SourceListing): Selection => ({ ...WHOLE_SITE, source });

/** Path of the listing below the base address; undefined for the whole site. */
export const selectionPath = ({ topics, mode, source }: Selection): string | undefined => {
  const [first] = topics;
  if (!first) return source?.directory;
  return combinationPath(
    first.directory,
    createCombination(
      topics.map(({ slug }) => slug),
      mode,
    ),
    first.path.endsWith('/') ? '/' : '',
  );
};

/** Title of a directory for people: "Case Studies" for `/case-studies/`. */
export const directoryTitle = (directory: string, language: string): string => {
  const name = directory.split('/').filter(Boolean).at(-1) ?? '';
  return tagTitle({ name: name.replace(/[-_]+/g, ' ') }, language);
};

const textInLanguage = (text: InLanguages | undefined, language: string): string | undefined => {
  if (text === undefined || typeof text === 'string') return text;
  const tag = language.toLowerCase();
  const texts = Object.entries(text).map(([key, value]) => [key.toLowerCase(), value] as const);
  const main = tag.split('-')[0];
  return (texts.find(([key]) => key === tag) ?? texts.find(([key]) => key === main))?.[1];
};

/** Title of the listing of a content type, for people. */
export const sourceTitle = (
  { directory, texts }: Pick<SourceListing, 'directory' | 'texts'>,
  language: string,
): string => textInLanguage(texts?.title, language) ?? directoryTitle(directory, language);

/** Description of the listing of a content type; undefined where none is configured. */
export const sourceDescription = (
  source: Pick<SourceListing, 'texts'> | undefined,
  language: string,
): string | undefined => textInLanguage(source?.texts?.description, language);

/** What the title of a selection is made from. */
type TitledSelection = Pick<Selection, 'mode' | 'source'> & {
  topics: readonly (TagNames & Pick<Topic, 'isAuthor'>)[];
};

/** Title of a selection for people; undefined for the whole site. */
export const selectionTitle = (
  { topics, mode, source }: TitledSelection,
  language: string,
): string | undefined => {
  if (topics.length === 0) return source && sourceTitle(source, language);
  return combinationTitle(
    topics.map((topic) => tagTitle(topic, language)),
    mode,
    language,
  );
};

/** Whether a selection has what certain authors wrote. */
export const isOfAuthors = ({ topics: [first] }: TitledSelection): boolean =>
  first?.isAuthor === true;

/** Title of a feed; in English as section 2.1 of the contract words it. */
export const feedTitle = (
  { texts, siteName: site, language }: SiteOfChannel,
  selection: TitledSelection,
): string => {
  const title = selectionTitle(selection, language);
  if (title === undefined) return site;
  return isOfAuthors(selection)
    ? texts.say('authorFeedTitle', { author: title, site })
    : texts.say('tagFeedTitle', { tag: title, site });
};

/** Description of a feed; in English as section 2.1 of the contract words it. */
export const channelDescription = (
  { texts, siteName: site, description, language }: SiteOfChannel,
  selection: TitledSelection,
): string => {
  const title = selectionTitle(selection, language);
  if (title === undefined) return description?.trim() || texts.say('siteFeedDescription', { site });
  return isOfAuthors(selection)
    ? texts.say('authorFeedDescription', { author: title, site })
    : texts.say('tagFeedDescription', { tag: title, site });
};

/** The topic of a selection of exactly one topic: combinations have no description, picture or options. */
export const onlyTopic = ({ topics }: Selection): Topic | undefined =>
  topics.length === 1 ? topics[0] : undefined;
