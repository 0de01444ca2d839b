import {
  type CombinationMode,
  combinationPath,
  combinationTitle,
  createCombination,
} from './combination';
import { tagTitle } from './channel';
import type { InLanguages, ListingTexts, Topic } from './article';

/**
 * What a listing or feed is about: topics of one type, one or a combination; without any, all entries
 * of a content type, or of the whole site.
 */
export interface Selection {
  topics: Topic[];
  mode: CombinationMode;
  source?: SourceListing;
}

/** A content type's own listing and feeds, which have all of its entries. */
export interface SourceListing {
  contentType: string;
  /** Where the listing is, below the base address: `/posts/`, or `/posts`. */
  directory: string;
  /** Whether the type has all entries there are. */
  isAlone: boolean;
  /** As the site calls it; by its directory without. */
  texts?: ListingTexts;
}

export const WHOLE_SITE: Selection = { topics: [], mode: 'all' };

/** The selection of a single topic. */
export const ofTopic = (topic: Topic): Selection => ({ topics: [topic], mode: 'all' });

/** All entries of a content type. */
export const ofSource = (source: SourceListing): Selection => ({ ...WHOLE_SITE, source });

/** Where the listing is, below the base address; nowhere of its own for the whole site. */
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

const inLanguage = (text: InLanguages | undefined, language: string): string | undefined => {
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
): string => inLanguage(texts?.title, language) ?? directoryTitle(directory, language);

/** What the listing of a content type says of itself, where that is configured. */
export const sourceDescription = (
  source: Pick<SourceListing, 'texts'> | undefined,
  language: string,
): string | undefined => inLanguage(source?.texts?.description, language);

/** Title for people; none for the whole site. */
export const selectionTitle = (
  { topics, mode, source }: Selection,
  language: string,
): string | undefined => {
  if (topics.length === 0) return source && sourceTitle(source, language);
  return combinationTitle(
    topics.map((topic) => tagTitle(topic, language)),
    mode,
    language,
  );
};

/** Whether it is about what some authors wrote. */
export const isOfAuthors = ({ topics: [first] }: Selection): boolean => first?.isAuthor === true;

/** The topic, when the selection is exactly one: what only a topic has, a combination does not. */
export const onlyTopic = ({ topics }: Selection): Topic | undefined =>
  topics.length === 1 ? topics[0] : undefined;
