import { markdownOf } from '../feed/addresses';
import {
  createWriteTag,
  writeBlocks,
  writeEntry,
  writeList,
  writeText,
  escapeMarkdown,
  markdownLink,
} from './markdown';
import type { LinkedPage, ListingPage, TagsPage } from './model';

/** Topics that are named: those with the most articles. */
const TOPICS = 100;

/** What there is, for programs that read for people. */
export interface LlmsText {
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
