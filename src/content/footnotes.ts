import type MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';

import { TooHeavyError } from './too-heavy';

/** Footnotes of an article: the library copies all tokens for each. */
const MAXIMUM_FOOTNOTES = 1_000;

/** Ids of footnotes and of what refers to them. */
export const FOOTNOTE_ID = /^fn(?:ref)?-\d{1,9}(?:-\d{1,9})?$/;

interface FootnoteEnvironment {
  footnotes?: { list?: unknown[] };
  /** Footnotes there are before those of this text. */
  notesBefore?: number;
}

const numberOf = (token: Token | undefined, { notesBefore = 0 }: FootnoteEnvironment): number =>
  notesBefore + Number((token?.meta as { id: number }).id) + 1;

/** Id of a place that refers to a footnote: the second one of the first footnote is "fnref-1-2". */
const referenceId = (token: Token | undefined, environment: FootnoteEnvironment): string => {
  const { subId } = token?.meta as { subId: number };
  return `fnref-${numberOf(token, environment)}${subId > 0 ? `-${subId + 1}` : ''}`;
};

/** Footnotes as GitHub has them: `[^name]` in the text and `[^name]: …` on a line of its own. */
export const addFootnotes = (markdown: MarkdownIt): void => {
  markdown.use(footnotes);
  // GitHub has no notes within the text, `^[…]`.
  markdown.inline.ruler.disable('footnote_inline');
  markdown.core.ruler.before('footnote_tail', 'footnote_limit', ({ env }) => {
    const { list = [] } = (env as FootnoteEnvironment).footnotes ?? {};
    if (list.length > MAXIMUM_FOOTNOTES) throw new TooHeavyError('Too many footnotes');
  });
  Object.assign(markdown.renderer.rules, {
    footnote_ref: (tokens, index, _options, environment: FootnoteEnvironment) => {
      const number = numberOf(tokens[index], environment);
      const id = referenceId(tokens[index], environment);
      return `<sup class="footnote-ref"><a href="#fn-${number}" id="${id}">${number}</a></sup>`;
    },
    footnote_block_open: (_tokens, _index, _options, { notesBefore = 0 }: FootnoteEnvironment) =>
      `<ol class="footnotes"${notesBefore === 0 ? '' : ` start="${notesBefore + 1}"`}>\n`,
    footnote_block_close: () => '</ol>\n',
    footnote_open: (tokens, index, _options, environment: FootnoteEnvironment) =>
      `<li id="fn-${numberOf(tokens[index], environment)}">`,
    footnote_anchor: (tokens, index, _options, environment: FootnoteEnvironment) =>
      // The second character keeps telephones from making a picture of the first.
      ` <a href="#${referenceId(tokens[index], environment)}" class="footnote-back">\u21A9\uFE0E</a>`,
  } satisfies MarkdownIt['renderer']['rules']);
};
