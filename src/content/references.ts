import sanitizeHtml from 'sanitize-html';

/** What the HTML of an article refers to, as its author wrote it. */
export interface References {
  images: { address: string; alt: string }[];
  links: string[];
  /** Addresses of what Markdown could not read and left as text. */
  unread: { images: string[]; links: string[] };
}

/** An image or link as Markdown writes it. With a space or a `file:` in the address it stays text. */
const UNREAD_MARKDOWN = /(!?)\[[^\]\n]*\]\(([^)\n]+)\)/g;

/** Collects the images and links of HTML that was made from Markdown. */
export const findReferences = (html: string): References => {
  const images: References['images'] = [];
  const links: string[] = [];
  const unread: References['unread'] = { images: [], links: [] };
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    transformTags: {
      '*': (tagName, attribs) => {
        if (tagName === 'img') images.push({ address: attribs.src ?? '', alt: attribs.alt ?? '' });
        if (tagName === 'a' && attribs.href !== undefined) links.push(attribs.href);
        return { tagName, attribs };
      },
    },
    textFilter: (text, tagName) => {
      if (tagName === 'code' || tagName === 'pre') return text;
      for (const [, image, address = ''] of text.matchAll(UNREAD_MARKDOWN)) {
        unread[image ? 'images' : 'links'].push(address);
      }
      return text;
    },
  });
  return { images, links, unread };
};
