import type { Appearance } from './appearance';
import { COLUMN_WIDTHS, FONT_FAMILIES, writeColours } from './style';
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
 * site's others. CSS, since browsers are removing XSLT.
 */
export const renderFeedStylesheet = ({ texts, language, appearance }: FeedStyle): string =>
  `
@namespace media "http://search.yahoo.com/mrss/";
${writeColours(appearance)}
:root{display:block;direction:${directionOf(language)};max-width:${COLUMN_WIDTHS[appearance.width]}rem;margin:0 auto;padding:2rem 1.25rem;background:var(--page);color:var(--text);font:1.0625rem/1.65 ${FONT_FAMILIES[appearance.font]};overflow-wrap:break-word}
:root::before{content:${toCssString(texts.say('thisIsAFeed'))};display:block;margin-bottom:2rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--raised)}
channel,item,entry,title,description,subtitle,summary,pubDate,published{display:block}
link,guid,id,generator,language,lastBuildDate,updated,author,image,logo,copyright,rights,ttl,category,enclosure,*|encoded,content,*|creator,media|*{display:none}
channel>title,feed>title{font-size:2rem;font-weight:700;line-height:1.25}
item,entry{margin-top:1.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}
item>title,entry>title{font-size:1.25rem;font-weight:650;line-height:1.3}
pubDate,published{color:var(--muted);font-size:.925rem}
description,summary{white-space:pre-line;margin-top:.25rem}
`.trim();
