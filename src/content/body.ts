import { escapeHtml } from '../feed/escape';
import { sanitiseBody } from './html';
import { renderMarkdown } from './markdown';
import { findReferences, type References } from './references';
import { MAXIMUM_BODY, MAXIMUM_HTML, TooHeavyError } from './too-heavy';

/** What is made of a body once for each of its versions, for all that show it. */
export interface RenderedBody {
  /** HTML that is safe to publish, with all its addresses absolute. */
  html: string;
  /** What it refers to, as its author wrote it. */
  references: References;
  /** Whether it is too much to render, and shown as plain text. */
  isHeavy: boolean;
}

const NO_REFERENCES: References = { images: [], links: [], unread: { images: [], links: [] } };

/** A body as it is typed, as HTML; of an endless one, the start. */
const plainHtml = (body: string): string => {
  const start = body.length > MAXIMUM_BODY ? `${body.slice(0, MAXIMUM_BODY)}…` : body;
  const html = start
    .split(/\n[ \t]*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br />')}</p>\n`)
    .join('');
  return html.length > MAXIMUM_HTML ? `<p>${escapeHtml(start.slice(0, 100_000))}…</p>\n` : html;
};

/** A body that is too much to render, as plain text. */
export const renderPlain = (body: string): RenderedBody => ({
  html: plainHtml(body),
  references: NO_REFERENCES,
  isHeavy: true,
});

/**
 * Renders a body. One that takes too much work is plain text: which that is depends on the text
 * alone, so that all nodes give the same bytes.
 *
 * @param link address of the article, against which its relative links are resolved
 */
export const renderBody = (body: string, link: string): RenderedBody => {
  try {
    if (body.length > MAXIMUM_BODY) throw new TooHeavyError('A body that is too long');
    const html = renderMarkdown(body);
    const safe = sanitiseBody(html, link);
    if (safe.length > MAXIMUM_HTML) throw new TooHeavyError('HTML that is too long');
    return { html: safe, references: findReferences(html), isHeavy: false };
  } catch (error) {
    if (error instanceof TooHeavyError) return renderPlain(body);
    throw error;
  }
};
