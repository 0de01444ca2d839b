import { directionOf } from '../texts/direction';
import type { Texts } from '../texts/texts';

/** Media type of style sheets. */
export const CSS_MEDIA_TYPE = 'text/css';

/** A text as a string of CSS (CSS Syntax 3, section 4.3.5). */
const toCssString = (text: string): string =>
  `"${text.replace(/["\\\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`;

interface Words {
  texts: Texts;
  /** BCP 47 language tag. */
  language: string;
}

/**
 * Shows an RSS or Atom document as a page to people who open it in a browser. CSS, since browsers are
 * removing XSLT.
 */
export const renderFeedStylesheet = ({ texts, language }: Words): string =>
  `
@namespace media "http://search.yahoo.com/mrss/";
:root{display:block;direction:${directionOf(language)};color-scheme:light dark;max-width:44rem;margin:0 auto;padding:2rem 1.25rem;font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
:root::before{content:${toCssString(texts.say('thisIsAFeed'))};display:block;margin-bottom:2rem;padding:.75rem 1rem;border:1px solid;border-radius:.5rem}
channel,item,entry,title,description,subtitle,summary,pubDate,published{display:block}
link,guid,id,generator,language,lastBuildDate,updated,author,image,logo,copyright,rights,ttl,category,enclosure,*|encoded,content,*|creator,media|*{display:none}
channel>title,feed>title{font-size:2rem;font-weight:700;line-height:1.25}
item,entry{margin-top:1.5rem;padding-top:1.5rem;border-top:1px solid}
item>title,entry>title{font-size:1.25rem;font-weight:650}
pubDate,published{opacity:.7;font-size:.925rem}
description,summary{white-space:pre-line;margin-top:.25rem}
`.trim();
