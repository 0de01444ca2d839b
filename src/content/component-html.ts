import { escapeAttribute, escapeHtml } from '../feed/escape';

type File = Record<string, unknown>;

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isFile = (value: unknown): value is File =>
  typeof value === 'object' && value !== null && textIn((value as File).url) !== '';

/** A heading of a component: the page has the one `h1`. */
export const renderHeading = (text: string): string => {
  const heading = text.replace(/\s+/g, ' ').trim();
  return heading === '' ? '' : `<h2>${escapeHtml(heading)}</h2>\n`;
};

const renderImage = (file: File): string => {
  const caption = textIn(file.caption);
  const html = `<img src="${escapeAttribute(textIn(file.url))}" alt="${escapeAttribute(textIn(file.alternativeText))}" />`;
  const below = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  return `<figure>${html}${below}</figure>\n`;
};

/** A link alone in its paragraph: pages make a player of one to sound or film. */
const renderLink = (file: File): string => {
  const url = textIn(file.url);
  const text = textIn(file.caption) || textIn(file.alternativeText) || textIn(file.name) || url;
  return `<p><a href="${escapeAttribute(url)}">${escapeHtml(text)}</a></p>\n`;
};

/** Files of the media library: images as figures, others as links. */
export const renderMedia = (files: unknown[]): string =>
  files
    .filter(isFile)
    .map((file) => (textIn(file.mime).startsWith('image/') ? renderImage(file) : renderLink(file)))
    .join('');

/** HTML that is safe already, as a quotation of somebody. */
export const renderQuote = (html: string, by: string): string => {
  const quote = `<blockquote>\n${html.trimEnd()}\n</blockquote>`;
  if (by === '') return `${quote}\n`;
  return `<figure>${quote}<figcaption>${escapeHtml(by)}</figcaption></figure>\n`;
};
