import { markdownOf } from '../feed/addresses';
import { createWriteTag, writeBlocks, writeEntry, writeList } from './markdown';
import { escapeMarkdown, markdownLink } from './markdown-text';
import type { ListingPage, TagsPage } from './model';

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
}

const writeSection = (title: string, lines: string[]): string =>
  lines.length === 0 ? '' : `## ${title}\n\n${writeList(lines)}`;

/** Renders `/llms.txt` (llmstxt.org): a name, a description, and sections of links. */
export const renderLlmsText = ({ site, indexes, opml }: LlmsText): string => {
  const { title, description, entries, feeds } = site;
  // As sorted by title, so that those of as many articles stay in that order.
  const topics = indexes
    .flatMap(({ tags }) => tags)
    .sort((a, b) => b.articles - a.articles)
    .slice(0, TOPICS);
  const toIndex = ({ title: name, canonical = '' }: TagsPage): string =>
    markdownLink(
      indexes.length === 1 ? 'All topics' : `All topics: ${name}`,
      markdownOf(canonical),
    );
  return writeBlocks([
    `# ${escapeMarkdown(title)}`,
    description === '' ? '' : `> ${escapeMarkdown(description)}`,
    'The addresses of articles and topics lead to Markdown; without their final "index.md", to pages for people.',
    writeSection('Articles', entries.map(writeEntry)),
    writeSection('Topics', [
      ...topics.map(createWriteTag(site)),
      ...(topics.length === 0 ? [] : indexes.map(toIndex)),
    ]),
    writeSection('Feeds', [
      ...feeds.map(({ label, href }) => markdownLink(label, href)),
      markdownLink('All feeds (OPML)', opml),
    ]),
  ]);
};
