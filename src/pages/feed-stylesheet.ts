import type { Appearance } from './appearance';
import { COLUMN_WIDTHS, FONT_FAMILIES, MONO, writeColours } from './style';
import { directionOf } from '../texts/language';
import type { Texts } from '../texts/texts';

/** Media type of style sheets. */
export const CSS_MEDIA_TYPE = 'text/css';

/** A text as a string of CSS (CSS Syntax 3, section 4.3.5). */
const toCssString = (text: string): string =>
  `"${text.replace(/["\\\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`;

interface FeedStyle {
  texts: Texts;
  /** BCP 47 language tag. */
  language: string;
  appearance: Appearance;
}

/**
 * Shows an RSS or Atom document to people who open it in a browser as a page that looks like the
 * site's others. CSS, since browsers are removing XSLT: addresses are text to copy, as CSS makes no links.
 */
export const renderFeedStylesheet = ({ texts, language, appearance }: FeedStyle): string =>
  `
@namespace media "http://search.yahoo.com/mrss/";
${writeColours(appearance)}
:root{display:block;direction:${directionOf(language)};max-width:${COLUMN_WIDTHS[appearance.width]}rem;margin:0 auto;padding:2rem 1.25rem 3.5rem;background:var(--page);color:var(--text);font:1.0625rem/1.65 ${FONT_FAMILIES[appearance.font]};overflow-wrap:break-word}
:root::before{content:${toCssString(texts.say('thisIsAFeed'))};display:block;margin-bottom:2.5rem;padding:1rem 1.25rem;border:1px solid var(--line);border-inline-start:.3rem solid var(--link);border-radius:.5rem;background:var(--raised)}
channel,item,entry,title,description,subtitle,summary,pubDate,published{display:block}
guid,id,generator,language,lastBuildDate,updated,author,image,logo,icon,copyright,rights,ttl,category,enclosure,*|encoded,content,*|creator,*|archive,media|*{display:none}
:is(channel,feed)>title{font-size:2.2rem;font-weight:700;letter-spacing:-.015em;line-height:1.25}
channel>description,subtitle{margin-top:.4rem;color:var(--muted);font-size:1.1rem}
link{display:none}
:is(channel,item)>link:not([href]),link[rel=alternate]:not([hreflang])::before{display:block;margin-top:.4rem;color:var(--link);font:.875rem/1.5 ${MONO};overflow-wrap:anywhere}
link[rel=alternate]:not([hreflang]){display:block}
link[rel=alternate]:not([hreflang])::before{content:attr(href)}
item,entry{margin-top:1.6rem;padding-top:1.4rem;border-top:1px solid var(--line)}
:is(item,entry)>title{font-size:1.25rem;font-weight:650;line-height:1.3}
pubDate,published{margin-top:.25rem;color:var(--muted);font-size:.925rem}
:is(item,entry)>:is(description,summary){white-space:pre-line;margin-top:.4rem}
`.trim();
