import MarkdownIt, { type StateCore, type Token } from 'markdown-it';
import { MAXIMUM_HTML, maximumTokens, TooHeavyError } from './too-heavy';
import footnotes from 'markdown-it-footnote';

/** Footnotes of an article at most: markdown-it-footnote copies all tokens for each of them. */
const MAXIMUM_FOOTNOTES = 1_000;

/** Ids of footnotes and of references to them. */
export const FOOTNOTE_ID = /^fn(?:ref)?-\d{1,9}(?:-\d{1,9})?$/;

/** State of a rendering. */
interface Environment {
  /** Tokens that the text may still be split into. */
  tokens: number;
  /** Number of footnotes in the parts before this one. */
  notesBefore: number;
  footnotes?: { list?: unknown[] };
}

const numberOf = (token: Token | undefined, { notesBefore }: Environment): number =>
  notesBefore + Number((token?.meta as { id: number }).id) + 1;

/** Id of a reference to a footnote: "fnref-1-2" is the second reference to the first footnote. */
const referenceId = (token: Token | undefined, environment: Environment): string => {
  const { subId } = token?.meta as { subId: number };
  return `fnref-${numberOf(token, environment)}${subId > 0 ? `-${subId + 1}` : ''}`;
};

/** Adds footnotes as on GitHub: `[^name]` in the text and `[^name]: …` on a line of its own. */
const addFootnotes = (markdown: MarkdownIt): void => {
  markdown.use(footnotes);
  // GitHub has no inline footnotes, `^[…]`.
  markdown.inline.ruler.disable('footnote_inline');
  markdown.core.ruler.before('footnote_tail', 'footnote_limit', ({ env }) => {
    const { list = [] } = (env as Environment).footnotes ?? {};
    if (list.length > MAXIMUM_FOOTNOTES) throw new TooHeavyError('Too many footnotes');
  });
  Object.assign(markdown.renderer.rules, {
    footnote_ref: (tokens, index, _options, environment: Environment) => {
      const number = numberOf(tokens[index], environment);
      const id = referenceId(tokens[index], environment);
      return `<sup class="footnote-ref"><a href="#fn-${number}" id="${id}">${number}</a></sup>`;
    },
    footnote_block_open: (_tokens, _index, _options, { notesBefore }: Environment) =>
      `<ol class="footnotes"${notesBefore === 0 ? '' : ` start="${notesBefore + 1}"`}>\n`,
    footnote_block_close: () => '</ol>\n',
    footnote_open: (tokens, index, _options, environment: Environment) =>
      `<li id="fn-${numberOf(tokens[index], environment)}">`,
    footnote_anchor: (tokens, index, _options, environment: Environment) =>
      // The second character keeps phones from showing the first as an emoji.
      ` <a href="#${referenceId(tokens[index], environment)}" class="footnote-back">\u21A9\uFE0E</a>`,
  } satisfies MarkdownIt['renderer']['rules']);
};

const MARK = /^\[([ xX])\][ \t]+(?=\S)/;

/**
 * Adds task lists as on GitHub, `- [x] done`. A task shows a character and no form control: feeds and summaries
 * show it too, and screen readers read it without a label.
 */
const addTaskLists = (markdown: MarkdownIt): void => {
  markdown.core.ruler.after('inline', 'task_lists', ({ tokens }) => {
    tokens.forEach((token, index) => {
      const [text] = token.children ?? [];
      const [item, paragraph] = tokens.slice(Math.max(0, index - 2), index);
      if (text?.type !== 'text' || paragraph?.type !== 'paragraph_open') return;
      if (item?.type !== 'list_item_open') return;
      const [mark, state] = MARK.exec(text.content) ?? [];
      if (mark === undefined) return;
      text.content = `${state === ' ' ? '☐' : '☑'} ${text.content.slice(mark.length)}`;
      item.attrSet('class', 'task');
    });
  });
};

/** The picture of a paragraph that has nothing else, linked or not; undefined for other paragraphs. */
const onlyPicture = (children: Token[]): Token | undefined => {
  const isLinked = children.length === 3 && children[0]?.type === 'link_open';
  const picture = isLinked ? children[1] : children.length === 1 ? children[0] : undefined;
  return picture?.type === 'image' ? picture : undefined;
};

const captionOf = (state: StateCore, text: string): Token[] => {
  const content = new state.Token('text', '', 0);
  content.content = text;
  return [
    new state.Token('figcaption_open', 'figcaption', 1),
    content,
    new state.Token('figcaption_close', 'figcaption', -1),
  ];
};

/** Makes a figure of a picture alone in its paragraph that has a title, `![alt](address "title")`: the caption. */
const addFigures = (markdown: MarkdownIt): void => {
  markdown.core.ruler.after('inline', 'figures', (state) => {
    state.tokens.forEach((token, index) => {
      const picture = onlyPicture(token.children ?? []);
      const title = picture?.attrGet('title')?.trim();
      const opening = state.tokens[index - 1];
      const closing = state.tokens[index + 1];
      if (!picture || !title || opening?.type !== 'paragraph_open' || opening.hidden) return;
      picture.attrs = picture.attrs!.filter(([name]) => name !== 'title');
      token.children!.push(...captionOf(state, title));
      opening.tag = 'figure';
      closing!.tag = 'figure';
    });
  });
};

const countToken = (environment: Environment): void => {
  environment.tokens -= 1;
  if (environment.tokens < 0) throw new TooHeavyError('Markdown with too many parts');
};

export const markdown = new MarkdownIt({ html: true, linkify: true });

const { validateLink } = markdown;
// A link to a file on the editor's own computer would stay text, and show readers where it is. The sanitiser drops
// the address.
markdown.validateLink = (address) => /^file:/i.test(address) || validateLink(address);

[addFootnotes, addTaskLists, addFigures].forEach((add) => add(markdown));

markdown.block.State = class extends markdown.block.State {
  override push(type: string, tag: string, nesting: Token['nesting']): Token {
    countToken(this.env as Environment);
    return super.push(type, tag, nesting);
  }
};

markdown.inline.State = class extends markdown.inline.State {
  override push(type: string, tag: string, nesting: Token['nesting']): Token {
    countToken(this.env as Environment);
    return super.push(type, tag, nesting);
  }
};

// Only "https://…" becomes a link by itself: "index.js" and "a.md" are no addresses.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/** Characters that a possible address may have up to the next space. */
const MAXIMUM_ADDRESS = 2_048;

/** Steps that the search for the end of an address may take at most. */
const MAXIMUM_STEPS = 5_000;

/** Whether the end of an address that begins at `start` is found within these limits. */
const isWithinLimits = (text: string, start: number): boolean => {
  const near = text.slice(start, start + MAXIMUM_ADDRESS + 1);
  const end = near.search(/[\p{Z}\p{Cc}]/u);
  const run = end === -1 ? near : near.slice(0, end);
  if (run.length > MAXIMUM_ADDRESS) return false;
  const pairs = run.match(/[([{"']/g)?.length ?? 0;
  return run.length * (1 + pairs) <= MAXIMUM_STEPS;
};

// For each bracket and quote in an address, linkify-it searches for its partner up to the next space: a text that
// repeats "https://e.com/((" takes quadratic time.
const testSchemaAt = markdown.linkify.testSchemaAt.bind(markdown.linkify);
markdown.linkify.testSchemaAt = (text, schema, position) =>
  isWithinLimits(text, position) ? testSchemaAt(text, schema, position) : 0;

// A line end within a paragraph becomes a space. In the plain text of summaries, a line end would read as the end
// of a sentence.
markdown.renderer.rules.softbreak = () => ' ';

/**
 * Renders Markdown (GitHub's: CommonMark with tables, strikethrough, task lists and footnotes) as HTML. HTML in it
 * is kept as the editor typed it: the result is unsafe until it is sanitised.
 *
 * @param notesBefore number of footnotes in the parts of the article before this one
 * @throws TooHeavyError for a text that no real article has
 */
export const renderMarkdown = (source: string, notesBefore = 0): string => {
  const environment: Environment = { tokens: maximumTokens(source.length), notesBefore };
  const html = markdown.render(source, environment);
  if (html.length > MAXIMUM_HTML) throw new TooHeavyError('Markdown with too much markup');
  return html;
};
