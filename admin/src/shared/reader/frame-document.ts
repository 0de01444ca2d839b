/** Colours of the panel's theme. */
type Colours = Record<
  'neutral100' | 'neutral200' | 'neutral600' | 'neutral800' | 'primary600',
  string
>;

interface Look {
  colours: Colours;
  /** Pixels. */
  fontSize: number;
}

/** Neutral style, as in feed readers, which do not have the site's style. */
const style = ({ colours, fontSize }: Look): string => `
  html { font: ${fontSize}px/1.55 system-ui, sans-serif; color: ${colours.neutral800}; }
  body { margin: 0; overflow-wrap: anywhere; display: flow-root; }
  body > :first-child { margin-top: 0; }
  body > :last-child { margin-bottom: 0; }
  a { color: ${colours.primary600}; }
  h1, h2, h3, h4, h5, h6 { line-height: 1.25; }
  img, video { max-width: 100%; height: auto; }
  pre { overflow-x: auto; padding: 0.75em; background: ${colours.neutral100}; border: 1px solid ${colours.neutral200}; }
  code { font: 0.9em/1.5 ui-monospace, Menlo, Consolas, monospace; }
  blockquote { margin-inline: 0; padding-inline-start: 1em; border-inline-start: 3px solid ${colours.neutral200}; color: ${colours.neutral600}; }
  table { display: block; overflow-x: auto; border-collapse: collapse; }
  th, td { border: 1px solid ${colours.neutral200}; padding: 0.25em 0.5em; }
  :is(th, td):not([align]) { text-align: start; }
  hr { border: 0; border-top: 1px solid ${colours.neutral200}; }
`;

/** Content security policy: the frame loads only pictures, sound and video, whatever the text contains. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; media-src http: https:";

/**
 * An HTML document with the text of an item. Links open in a new tab, without a referrer.
 *
 * @param html sanitised
 */
export const frameDocument = (html: string, look: Look): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><base target="_blank"><style>${style(look)}</style></head><body dir="auto">${html}</body></html>`;
