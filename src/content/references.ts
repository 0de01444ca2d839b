import sanitizeHtml from 'sanitize-html';

/** What the HTML of an article refers to, as its author wrote it. */
export interface References {
  images: { address: string; alt: string }[];
  links: string[];
}

/** Images and links that Markdown left as text, as it does with a space or a `file:` in the address. */
const UNREAD_MARKDOWN = /(!?)\[[^\]\n]*\]\(([^)\n]+)\)/g;

/** Collects the images and links of HTML, those written in Markdown that could not be read included. */
export const findReferences = (html: string): References => {
  const images: References['images'] = [];
  const links: string[] = [];
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
        // No alternative text is asked for here: the address has to be repaired first.
        if (image) images.push({ address, alt: address });
        else links.push(address);
      }
      return text;
    },
  });
  return { images, links };
};
