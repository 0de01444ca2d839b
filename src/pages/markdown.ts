import { markdownOf } from '../lib/url-paths';
import type {
  ArchiveMonth,
  EntryLink,
  ListedTopics,
  ListingEntry,
  ListingPage,
  Page,
  SubscribePage,
  TagsPage,
} from './model';
import { excerpt } from '../lib/text';

/** Characters that have to be escaped in YAML's quotes, in addition to those that JSON escapes. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A text in double quotes for YAML, which takes JSON's (YAML 1.2.2, section 1.3). */
const toYamlText = (text: string): string =>
  JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Properties of a document, by name; undefined ones are left out. */
type FrontMatter = Record<string, string | string[] | undefined>;

/** The front matter of a Markdown document: YAML between two lines of hyphens. */
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

/** Characters of a text that are shown on one line. */
const MAXIMUM_LINE_CHARACTERS = 1_000;

/** Plain text as one line of Markdown. Nothing in it is markup, not even at the beginning of a line. */
export const escapeMarkdown = (text: string): string =>
  excerpt(text, MAXIMUM_LINE_CHARACTERS)
    // Control characters are invisible, and some readers take them for line ends.
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>~|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^[-+=#]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    // Signs that a heading may end with.
    .replace(/ (?=#+$)/, ' \\');

const markdownLink = (text: string, href: string): string =>
  `[${escapeMarkdown(text)}](${href.replace(/[()]/g, '\\$&')})`;

/** Joins blocks of Markdown; empty blocks are left out. */
const writeBlocks = (blocks: string[]): string =>
  `${blocks.filter((block) => block !== '').join('\n\n')}\n`;

const writeList = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** A heading and a list below it; nothing for an empty list. */
const writeSection = (title: string, lines: string[]): string =>
  lines.length === 0 ? '' : `## ${escapeMarkdown(title)}\n\n${writeList(lines)}`;

/** A description behind a link; nothing for an empty text. */
const writeDescription = (text: string): string => {
  const escaped = escapeMarkdown(text);
  return escaped === '' ? '' : `: ${escaped}`;
};

/** A link to an article, with its day in the time zone of the site. */
const writeLink = ({ title, href, date }: EntryLink): string =>
  `${markdownLink(title, markdownOf(href))} (${date.iso.slice(0, 10)})`;

/** An article in a list, with its day and the start of its summary. */
const writeEntry = (entry: ListingEntry): string =>
  writeLink(entry) + writeDescription(entry.excerpt);

/** @param more further links of the section */
const writeFeeds = ({ feeds, texts }: Page, ...more: string[]): string =>
  writeSection(texts.say('subscribe'), [
    ...feeds.map(({ href, label }) => markdownLink(label, href)),
    ...more,
  ]);

/** Makes a function that writes a topic with the number of its articles. */
const createWriteTag =
  ({ texts }: Pick<Page, 'texts'>) =>
  ({ title, href, articles, description }: TagsPage['tags'][number]): string => {
    const count = escapeMarkdown(texts.say('articleCount', { count: articles }));
    return `${markdownLink(title, markdownOf(href))} (${count})${writeDescription(description)}`;
  };

/** Links to the pages before and after this one; nothing for a listing of one page. */
const writePages = ({ texts, pageNumber, pageCount, newer, older }: ListingPage): string =>
  pageCount === 1
    ? ''
    : [
        escapeMarkdown(texts.say('pageOf', { page: pageNumber, pages: pageCount })),
        ...(newer ? [markdownLink(texts.say('newerArticles'), markdownOf(newer))] : []),
        ...(older ? [markdownLink(texts.say('olderArticles'), markdownOf(older))] : []),
      ].join(' · ');

const writeArchive = ({ texts, archive }: ListingPage): string =>
  archive === undefined ? '' : markdownLink(texts.say('archive'), markdownOf(archive));

/** Topics of a type, and a link to all of them. */
const createWriteTopics =
  (page: ListingPage) =>
  ({ title, listed, all, allText }: ListedTopics): string =>
    writeSection(title, [
      ...listed.map(createWriteTag(page)),
      markdownLink(allText ? page.texts.say(allText) : title, markdownOf(all)),
    ]);

export const renderListingInMarkdown = (page: ListingPage): string =>
  writeBlocks([
    `# ${escapeMarkdown(page.title)}`,
    escapeMarkdown(page.description),
    page.entries.length === 0
      ? escapeMarkdown(page.texts.say('noArticles'))
      : writeList(page.entries.map(writeEntry)),
    writePages(page),
    writeArchive(page),
    ...(page.topics ?? []).filter(({ listed }) => listed.length > 0).map(createWriteTopics(page)),
    writeFeeds(page),
  ]);

/** Writes the articles of a month in the archive. */
const writeMonth = ({ title, entries }: ArchiveMonth): string =>
  writeSection(title, entries.map(writeLink));

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

/** @param body Markdown, as its author wrote it */
export const renderArticleInMarkdown = (about: FrontMatter, body: string): string =>
  body.trim() === ''
    ? renderFrontMatter(about)
    : `${renderFrontMatter(about)}\n${body.trimEnd()}\n`;

/** Topics that are named at most: those with the most articles. */
const MAXIMUM_TOPICS = 100;

/** Content of `/llms.txt`, an overview of the site for language models. */
interface LlmsText {
  /** The newest articles, with the title and description of the site. */
  site: ListingPage;
  /** All topics, one list for each type, those with the most articles first. */
  topics: ListedTopics[];
  /** Absolute address of the OPML list of all feeds. */
  opml: string;
}

/** Renders `/llms.txt` (llmstxt.org): a name, a description, and sections of links, in the site's language. */
export const renderLlmsText = ({ site, topics, opml }: LlmsText): string => {
  const { title, description, entries, texts } = site;
  const named = topics
    .flatMap(({ listed }) => listed)
    .sort((a, b) => b.articles - a.articles)
    .slice(0, MAXIMUM_TOPICS);
  const sections = topics
    .filter(({ listed }) => listed.length > 0)
    .map((list) => ({ ...list, listed: list.listed.filter((tag) => named.includes(tag)) }));
  return writeBlocks([
    `# ${escapeMarkdown(title)}`,
    description === '' ? '' : `> ${escapeMarkdown(description)}`,
    escapeMarkdown(texts.say('markdownAddresses')),
    writeSection(
      texts.say('articles'),
      [...entries.map(writeEntry), writeArchive(site)].filter((line) => line !== ''),
    ),
    ...sections.map(createWriteTopics(site)),
    writeFeeds(site, markdownLink(texts.say('allFeedsLink'), opml)),
  ]);
};
