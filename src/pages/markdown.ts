import { markdownOf } from '../lib/url-paths';
import type {
  ArchiveMonth,
  LinkedPage,
  ListedTopics,
  ListingEntry,
  ListingPage,
  Page,
  SubscribePage,
  TagsPage,
} from './model';
import { excerpt } from '../lib/text';

/** Characters that YAML does not take as they are within quotes, beside those that JSON does not. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A text as YAML writes it in double quotes: as JSON does (YAML 1.2.2, section 1.3). */
const toYamlText = (text: string): string =>
  JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What is known of a document, by name; undefined is left out. */
type FrontMatter = Record<string, string | string[] | undefined>;

/** Front matter as it stands before a Markdown document: YAML between two lines of hyphens. */
export const renderFrontMatter = (entries: FrontMatter): string => {
  const lines = Object.entries(entries).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const written = Array.isArray(value)
      ? `[${value.map(toYamlText).join(', ')}]`
      : toYamlText(value);
    return `${name}: ${written}`;
  });
  return ['---', ...lines, '---', ''].join('\n');
};

/** Characters of a text that are shown on a line. */
const LONGEST = 1_000;

/**
 * Plain text as Markdown that shows it, on one line: nothing in it is markup, at the beginning of a
 * line neither.
 */
export const escapeMarkdown = (text: string): string =>
  excerpt(text, LONGEST)
    // A control character has no look, and ends a line in some readers.
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>~|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^[-+=#]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    // What a heading may end with.
    .replace(/ (?=#+$)/, ' \\');

/** A link. */
const markdownLink = (text: string, href: string): string =>
  `[${escapeMarkdown(text)}](${href.replace(/[()]/g, '\\$&')})`;

/** An article in its author's own words. */
export interface MarkdownArticle {
  /** What is known of it. */
  about: FrontMatter;
  /** Markdown. */
  body: string;
  /** Where search engines are told to look instead. */
  original?: string;
  isNoindex?: boolean;
}

/** Blocks of Markdown; those that are empty are left out. */
const writeBlocks = (blocks: string[]): string =>
  `${blocks.filter((block) => block !== '').join('\n\n')}\n`;

const writeList = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** A text behind what it belongs to; nothing for an empty one. */
const writeText = (text: string): string => {
  const escaped = escapeMarkdown(text);
  return escaped === '' ? '' : `: ${escaped}`;
};

/** An article in a list, with its day and the start of its summary. */
const writeEntry = ({ title, href, date, excerpt }: ListingEntry): string =>
  // The day as it is where the site is.
  `${markdownLink(title, markdownOf(href))} (${date.iso.slice(0, 10)})${writeText(excerpt)}`;

const writeFeeds = ({ feeds, texts }: Page): string =>
  feeds.length === 0
    ? ''
    : `## ${escapeMarkdown(texts.say('subscribe'))}\n\n${writeList(feeds.map(({ href, label }) => markdownLink(label, href)))}`;

/** Writes tags in a list, with the number of their articles. */
const createWriteTag =
  ({ texts }: Pick<Page, 'texts'>) =>
  ({ title, href, articles, description }: TagsPage['tags'][number]): string => {
    const count = escapeMarkdown(texts.say('articleCount', { count: articles }));
    return `${markdownLink(title, markdownOf(href))} (${count})${writeText(description)}`;
  };

/** Links to the pages before and after one; nothing for a listing of one page. */
const writePages = ({ texts, pageNumber, pageCount, newer, older }: ListingPage): string =>
  pageCount === 1
    ? ''
    : [
        escapeMarkdown(texts.say('pageOf', { page: pageNumber, pages: pageCount })),
        ...(newer === undefined
          ? []
          : [markdownLink(texts.say('newerArticles'), markdownOf(newer))]),
        ...(older === undefined
          ? []
          : [markdownLink(texts.say('olderArticles'), markdownOf(older))]),
      ].join(' · ');

const writeArchive = ({ texts, archive }: ListingPage): string =>
  archive === undefined ? '' : markdownLink(texts.say('archive'), markdownOf(archive));

const createWriteTopics =
  (page: ListingPage) =>
  ({ title, listed, all, allText }: ListedTopics): string =>
    listed.length === 0
      ? ''
      : `## ${escapeMarkdown(title)}\n\n${writeList([
          ...listed.map(createWriteTag(page)),
          markdownLink(allText ? page.texts.say(allText) : title, markdownOf(all)),
        ])}`;

/** Renders a listing in Markdown. */
export const renderListingInMarkdown = (page: ListingPage): string =>
  writeBlocks([
    `# ${escapeMarkdown(page.title)}`,
    escapeMarkdown(page.description),
    page.entries.length === 0
      ? escapeMarkdown(page.texts.say('noArticles'))
      : writeList(page.entries.map(writeEntry)),
    writePages(page),
    writeArchive(page),
    ...(page.topics ?? []).map(createWriteTopics(page)),
    writeFeeds(page),
  ]);

/** The articles of a month in the archive. */
const writeMonth = ({ title, entries }: ArchiveMonth): string =>
  `## ${escapeMarkdown(title)}\n\n${writeList(
    entries.map(
      (entry) =>
        `${markdownLink(entry.title, markdownOf(entry.href))} (${entry.date.iso.slice(0, 10)})`,
    ),
  )}`;

/** Renders the list of all topics of a type, or the archive, in Markdown. */
export const renderTagsInMarkdown = (page: TagsPage): string =>
  writeBlocks([
    `# ${escapeMarkdown(page.title)}`,
    page.tags.length === 0
      ? escapeMarkdown(page.texts.say(page.allText === 'allTags' ? 'noTags' : 'noArticles'))
      : writeList(page.tags.map(createWriteTag(page))),
    ...(page.months ?? []).map(writeMonth),
    page.tags.length === 0 ? '' : markdownLink(page.texts.say('everyFeed'), page.opml),
    writeFeeds(page),
  ]);

/** Renders the page that explains feeds and lists them in Markdown. */
export const renderSubscribeInMarkdown = (page: SubscribePage): string =>
  writeBlocks([
    `# ${escapeMarkdown(page.title)}`,
    escapeMarkdown(page.texts.say('whatIsAFeed')),
    `## ${escapeMarkdown(page.texts.say('everyFeed'))}`,
    writeList(page.subscriptions.map(({ title, feedUrl }) => markdownLink(title, feedUrl))),
    markdownLink(page.texts.say('allFeedsLink'), page.opml),
  ]);

/** Renders an article in Markdown. */
export const renderArticleInMarkdown = ({ about, body }: MarkdownArticle): string =>
  body.trim() === ''
    ? renderFrontMatter(about)
    : `${renderFrontMatter(about)}\n${body.trimEnd()}\n`;

/** Topics that are named: those with the most articles. */
const TOPICS = 100;

/** What there is, for programs that read for people. */
interface LlmsText {
  /** The newest articles, and what the site says of itself. */
  site: ListingPage;
  /** The lists of all topics, one for each type. */
  indexes: TagsPage[];
  /** Absolute address of the list of all feeds. */
  opml: string;
  /** Pages of their own, such as "About". */
  pages?: LinkedPage[];
}

const writeSection = (title: string, lines: string[]): string =>
  lines.length === 0 ? '' : `## ${escapeMarkdown(title)}\n\n${writeList(lines)}`;

/** Renders `/llms.txt` (llmstxt.org): a name, a description, and sections of links, in the site's language. */
export const renderLlmsText = ({ site, indexes, opml, pages = [] }: LlmsText): string => {
  const { title, description, entries, archive, feeds, texts } = site;
  const byArticles = ({ tags }: Pick<TagsPage, 'tags'>) =>
    // As sorted by title, so that those of as many articles stay in that order.
    [...tags].sort((a, b) => b.articles - a.articles);
  const named = byArticles({ tags: indexes.flatMap(({ tags }) => tags) }).slice(0, TOPICS);
  const toSection = (index: TagsPage): string =>
    index.tags.length === 0
      ? ''
      : writeSection(index.title, [
          ...byArticles(index)
            .filter((tag) => named.includes(tag))
            .map(createWriteTag(site)),
          markdownLink(
            index.allText ? texts.say(index.allText) : index.title,
            markdownOf(index.canonical ?? ''),
          ),
        ]);
  return writeBlocks([
    `# ${escapeMarkdown(title)}`,
    description === '' ? '' : `> ${escapeMarkdown(description)}`,
    escapeMarkdown(texts.say('markdownAddresses')),
    writeSection(texts.say('articles'), [
      ...entries.map(writeEntry),
      ...(archive === undefined ? [] : [markdownLink(texts.say('archive'), markdownOf(archive))]),
    ]),
    ...indexes.map(toSection),
    writeSection(texts.say('subscribe'), [
      ...feeds.map(({ label, href }) => markdownLink(label, href)),
      markdownLink(texts.say('allFeedsLink'), opml),
    ]),
    writeSection(
      texts.say('pages'),
      pages.map(
        ({ title, href, description }) =>
          `${markdownLink(title, markdownOf(href))}${writeText(description)}`,
      ),
    ),
  ]);
};
