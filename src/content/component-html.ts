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

const renderImage = (file: File, caption: string): string => {
  const html = `<img src="${escapeAttribute(textIn(file.url))}" alt="${escapeAttribute(textIn(file.alternativeText))}" />`;
  const below = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  return `<figure>${html}${below}</figure>\n`;
};

/** A link alone in its paragraph: pages make a player of one to sound or film. */
export const renderLink = (url: string, text: string): string =>
  url === '' ? '' : `<p><a href="${escapeAttribute(url)}">${escapeHtml(text || url)}</a></p>\n`;

const renderFile = (file: File, isImage: boolean, caption: string): string =>
  isImage
    ? renderImage(file, caption)
    : renderLink(textIn(file.url), caption || textIn(file.alternativeText) || textIn(file.name));

/**
 * Files of the media library: images as figures, others as links.
 *
 * @param caption said once below all of them, instead of their own captions
 */
export const renderMedia = (files: unknown[], caption = ''): string => {
  const shown = files.filter(isFile);
  return shown
    .map((file, index) => {
      const isImage = textIn(file.mime).startsWith('image/');
      const isLast = index === shown.length - 1;
      return renderFile(
        file,
        isImage,
        caption === '' ? textIn(file.caption) : isLast ? caption : '',
      );
    })
    .join('');
};

/** HTML that is safe already, as a quotation of somebody. */
export const renderQuote = (html: string, by: string): string => {
  const quote = `<blockquote>\n${html.trimEnd()}\n</blockquote>`;
  if (by === '') return `${quote}\n`;
  return `<figure>${quote}<figcaption>${escapeHtml(by)}</figcaption></figure>\n`;
};
