import { type Appearance, type Font, type Width, accentOn, type Shade } from './appearance';
import type { Page } from './model';
import { directionOf } from '../lib/text';
import type { Texts } from '../texts/texts';

/** Colours of each theme, without the colour of links. */
const COLOURS: Record<Shade, string> = {
  light:
    '--dim:none;--text:#1f2328;--muted:#59636e;--line:#d8dee4;--page:#fff;--raised:#f4f6f8;--code-1:#a3197e;--code-2:#0a6640;--code-3:#9a4a00;--code-4:#0a4fa8;--code-5:#b3261e',
  dark: '--dim:brightness(.85);--text:#e6e9ed;--muted:#9aa5b1;--line:#343b44;--page:#15181c;--raised:#1e2329;--code-1:#f29ad6;--code-2:#8fd6a8;--code-3:#f0b27a;--code-4:#8fbfff;--code-5:#ff9d94',
};

/** Fonts whose letters have equal widths, for code and addresses. */
const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';

const FONT_FAMILIES: Record<Font, string> = {
  sans: 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif',
  serif: 'Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif',
  rounded:
    'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Nunito,"Arial Rounded MT Bold",Calibri,sans-serif',
  mono: MONO,
};

/** Width of the column of text with the space beside it, in `rem`. */
const COLUMN_WIDTHS: Record<Width, number> = { narrow: 38, normal: 44, wide: 56 };

/** The attribute `sizes` of a picture in the column. */
export const pictureSizes = (width: Width): string =>
  `(max-width: ${COLUMN_WIDTHS[width]}rem) calc(100vw - 2.5rem), ${COLUMN_WIDTHS[width] - 2.5}rem`;

/** Colours as variables, for each theme that the pages have. Printed pages are light, whatever the screen is. */
const writeColours = (appearance: Appearance): string => {
  const variables = (shade: Shade): string =>
    `${COLOURS[shade]};--link:${accentOn(appearance.accent, shade)}`;
  switch (appearance.theme) {
    case 'light':
      return `:root{color-scheme:light;${variables('light')}}`;
    case 'dark':
      return `:root{${variables('light')}}
@media screen{:root{color-scheme:dark;${variables('dark')}}}`;
    case 'auto':
      return `:root{color-scheme:light dark;${variables('light')}}
@media screen and (prefers-color-scheme:dark){:root{${variables('dark')}}}`;
  }
};

const writeBase = ({ font, width }: Appearance): string =>
  `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:1.0625rem/1.65 ${FONT_FAMILIES[font]};overflow-wrap:break-word}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:.06em}
a:hover{text-decoration-thickness:.12em}
:focus-visible{outline:3px solid var(--link);outline-offset:3px;border-radius:2px}
.skip{position:absolute;inset-inline-start:-999rem}
.skip:focus{inset-inline-start:1rem;top:1rem;padding:.4rem .8rem;background:var(--page)}
.column{max-width:${COLUMN_WIDTHS[width]}rem;margin:0 auto;padding:0 1.25rem}
.site{border-bottom:1px solid var(--line)}
.site .column{display:flex;flex-wrap:wrap;gap:.6rem 1.25rem;align-items:center;padding-top:.9rem;padding-bottom:.9rem}
.site a{color:inherit;text-decoration:none}
.site a:hover{text-decoration:underline}
.site-name{font-weight:650;margin-inline-end:auto}
.below{order:1;flex-basis:100%}
@media (max-width:36rem){.ways{order:1;flex-basis:100%}}
.links{display:flex;flex-wrap:wrap;gap:.35rem 1.25rem;list-style:none;margin:0;padding:0;font-size:.95rem}
.site [aria-current]{font-weight:650}
.site .follow{padding:.15rem .8rem;font-size:.95rem;border:1px solid var(--link);border-radius:99px;color:var(--link)}
.site .follow:hover{background:var(--raised);text-decoration:none}
main.column{padding-top:2.75rem;padding-bottom:3.5rem}
h1,h2,h3,h4{line-height:1.25;text-wrap:balance}
@supports (hyphenate-limit-chars:16){h1,h2,h3,h4{hyphens:auto;hyphenate-limit-chars:16 5 5}}
h1{font-size:clamp(1.75rem,1.4rem + 1.8vw,2.4rem);letter-spacing:-.015em;margin:0 0 .5rem}
[dir=rtl] h1{letter-spacing:0}
[dir=rtl] [dir=ltr]{text-align:end}
h2{font-size:1.35rem;margin:2.2rem 0 .6rem}
h3{font-size:1.1rem;margin:1.8rem 0 .5rem}
.lead,.meta,time{color:var(--muted)}
.lead{font-size:1.1rem;margin:0}
.meta,time{font-size:.925rem}
.meta{margin:0}
.lead+.meta{margin-top:.6rem}
.masthead{display:flex;align-items:center;gap:1.25rem}
.masthead>div{flex:1;min-width:0}
.masthead h1{margin:0}
.topic{flex:none;width:6rem;height:6rem;object-fit:cover}
.person .topic,.people .portrait,.authors .portrait{border-radius:50%}
.cover img,.topic,.thumb img,.lead-cover img,img.portrait{filter:var(--dim)}
.entries{list-style:none;margin:2rem 0 0;padding:0}
h2+.entries{margin-top:.75rem}
.entries>li{padding:1.4rem 0;border-top:1px solid var(--line)}
.entries h3{font-size:1.1rem;margin:0}
.entries h2{font-size:1.25rem;margin:0 0 .15rem}
:is(.entries,.card) :is(h2,h3) a{color:inherit;text-decoration:none}
:is(.entries,.card) :is(h2,h3) a:hover{color:var(--link);text-decoration:underline}
.entries p{margin:.4rem 0 0}
.tags{list-style:none;margin:2rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.5rem}
.tags,.contents,.months{overflow-wrap:anywhere}
.tags a{display:inline-block;padding:.2rem .75rem;border:1px solid var(--line);border-radius:99px;background:var(--raised);color:inherit;text-decoration:none;font-size:.925rem}
.tags a:hover{border-color:var(--link);color:var(--link)}
.pages{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:.5rem 1.5rem;margin-top:1rem;padding-top:1.4rem;border-top:1px solid var(--line)}
.beside{margin-top:2.5rem}
.beside a{flex:1 1 14rem;max-width:100%;color:inherit;text-decoration:none}
.beside a:hover{color:var(--link);text-decoration:underline}
.beside .meta{display:block}
.beside .onward{text-align:end}
.related ul{list-style:none;margin:0;padding:0}
.related li{padding:.3rem 0}
.related :is(a,time){unicode-bidi:isolate}
.related time{white-space:nowrap}
.subscribe{margin-top:2.5rem;padding:.25rem 1.25rem 1.25rem;border:1px solid var(--line);border-radius:.5rem;background:var(--raised)}
.subscribe h2{margin-top:1rem}
.subscribe p{margin:.4rem 0}
.subscribe .tags{margin-top:.9rem}
.subscribe .tags a{background:var(--page)}
.address{font:.95rem/1.5 ${MONO};overflow-wrap:anywhere}
.empty{margin-top:2rem;padding:2rem 1.5rem;border:1px dashed var(--line);border-radius:.5rem;text-align:center;color:var(--muted)}
figure{margin:1.75rem 0}
:where(figure) :is(img,video,audio){display:block}
figcaption{margin-top:.5rem;color:var(--muted);font-size:.925rem}
audio{width:100%}
video{width:100%;background:#000}
video:not([height]){aspect-ratio:16/9}
img,video{max-width:100%;height:auto;border-radius:.375rem}
.cover img{max-height:70vh;object-fit:contain;margin-inline:auto}
.body{margin-top:1.75rem}
.body :is(code,pre,kbd,samp){direction:ltr;unicode-bidi:isolate}
.body code{font:.9em/1.55 ${MONO}}
.body :not(pre)>code{padding:.1em .35em;border-radius:.25rem;background:var(--raised)}
.video a{display:grid;align-content:end;aspect-ratio:16/9;position:relative;overflow:hidden;padding:1rem 1.25rem;border-radius:.375rem;background:linear-gradient(160deg,#343d48,#15181c);color:#fff;font-weight:650;text-decoration:none}
.video a:hover{text-decoration:underline}
.video a::before,.video a::after{content:"";position:absolute;inset:0;z-index:1;margin:auto;width:4.5rem;height:4.5rem;border-radius:50%;background:rgb(0 0 0/.7)}
.video a::after{width:1.5rem;height:1.75rem;border-radius:0;background:#fff;clip-path:polygon(15% 0,100% 50%,15% 100%)}
.video a:not(:has(img))::before,.video a:not(:has(img))::after{bottom:3rem}
@media (max-width:36rem){.video a::before{width:3.25rem;height:3.25rem}.video a::after{width:1.1rem;height:1.3rem}}
.video img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;border-radius:0;filter:var(--dim)}
pre{line-height:1.5;padding:1rem 1.1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--raised);white-space:pre;overflow-x:auto;overflow-wrap:normal;tab-size:2}
blockquote{margin:1.5rem 0;padding-block:.1rem;padding-inline-start:1.1rem;border-inline-start:.25rem solid var(--line);color:var(--muted)}
table{width:100%;border-collapse:collapse;margin:1.5rem 0;font-size:.95rem}
.scroll{overflow-x:auto;overflow-wrap:normal;margin:1.5rem 0}
.scroll>table{margin:0}
.anchor{color:inherit;text-decoration:none}
.anchor:hover{text-decoration:underline}
.contents{margin:1.75rem 0;padding:.75rem 1.25rem;border:1px solid var(--line);border-radius:.5rem;background:var(--raised);font-size:.95rem}
.contents h2{font-size:1rem;margin:0 0 .35rem}
.contents ol{margin:0;padding:0;list-style:none}
.contents ol ol{padding-inline-start:1.1rem}
.contents a{display:inline-block;padding:.15rem 0}
.task{list-style:none;margin-inline-start:-1.25em}
.footnotes{margin-top:2.5rem;padding-top:1.25rem;border-top:1px solid var(--line);font-size:.925rem}
.footnote-ref{line-height:0;font-size:.8em}
.footnote-ref a{padding:0 .15em;text-decoration:none}
.hljs-comment,.hljs-quote,.hljs-meta{color:var(--muted)}
.hljs-keyword,.hljs-selector-tag,.hljs-doctag,.hljs-section,.hljs-name,.hljs-tag{color:var(--code-1)}
.hljs-string,.hljs-regexp,.hljs-addition,.hljs-selector-attr,.hljs-selector-pseudo{color:var(--code-2)}
.hljs-number,.hljs-literal,.hljs-symbol,.hljs-bullet,.hljs-variable,.hljs-template-variable,.hljs-link{color:var(--code-3)}
.hljs-title,.hljs-type,.hljs-built_in,.hljs-attr,.hljs-attribute,.hljs-property,.hljs-selector-class,.hljs-selector-id{color:var(--code-4)}
.hljs-deletion{color:var(--code-5)}
.hljs-emphasis{font-style:italic}
.hljs-strong{font-weight:650}
th,td{padding:.45rem .6rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
.align-left{text-align:left}
.align-center{text-align:center}
.align-right{text-align:right}
hr{border:0;border-top:1px solid var(--line);margin:2.5rem 0}
footer{border-top:1px solid var(--line);color:var(--muted);font-size:.925rem}
footer p{margin:0}
footer>.column{padding-top:1.25rem;padding-bottom:2rem}
@media print{.site,footer,.subscribe,.pages,.related,.skip,audio,video{display:none}pre{white-space:pre-wrap}.scroll{overflow-wrap:anywhere}}
`.trim();

/** Rules for a draft in a preview. */
const DRAFT = `
.draft{background:var(--text);color:var(--page);font-size:.925rem}
.draft p{margin:0 auto;padding-block:.4rem}
.draft time{color:inherit;font-size:inherit}
`.trim();

/** Rules for lists of topics, the authors below an article, the lead of the home, the archive, logos, footers and covers. */
const PARTS = `
.cards{list-style:none;margin:2rem 0;padding:0;display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1.75rem 2rem}
.card{display:flex;gap:1rem;align-items:flex-start;min-width:0}
.card>div{flex:1;min-width:0}
.card :is(h2,p){margin:0}
.card h2{font-size:1.15rem}
.card div>p:not(.meta,.name){margin-top:.25rem;font-size:.95rem;line-height:1.5}
.portrait{flex:none;display:grid;place-items:center;width:4.5rem;height:4.5rem;border-radius:.375rem;background:var(--raised);color:var(--muted);object-fit:cover;font-size:1.75rem;font-weight:650}
.portrait::before{content:attr(data-initial)}
.authors{display:grid;gap:1.5rem;margin-top:2.5rem;padding-top:1.75rem;border-top:1px solid var(--line)}
@media (max-width:36rem){.cards{grid-template-columns:1fr}}
.authors .name{font-weight:650}
.entries>.lead-entry,.entries>li:has(>.lead-entry){padding-top:0;border-top:0}
.lead-entry h2{font-size:clamp(1.5rem,1.3rem + 1vw,1.9rem);letter-spacing:-.01em;line-height:1.2}
.lead-entry>p:not(.meta){font-size:1.1rem}
.lead-cover{display:block;margin-bottom:1.1rem}
.lead-cover img{display:block;width:100%;aspect-ratio:16/9;object-fit:cover}
.months section{display:grid;grid-template-columns:10rem 1fr;align-items:baseline;gap:0 1.5rem;padding:1.1rem 0;border-top:1px solid var(--line)}
.months{margin:2rem 0 1.5rem}
.months h2{font-size:1.05rem;margin:0}
.months ol{list-style:none;margin:0;padding:0}
.months li{display:flex;align-items:baseline;gap:1rem;padding:.2rem 0}
.months time{flex:none;width:4.2rem}
.months a{min-width:0;color:inherit;text-decoration:none}
.months a:hover{color:var(--link);text-decoration:underline}
@media (max-width:40rem){.months section{grid-template-columns:1fr}.months h2{margin:0 0 .4rem}}
.logo{display:block;width:auto;height:2.25rem;max-width:min(16rem,70vw);object-fit:contain;border-radius:0}
footer .links,footer .line{margin-top:.75rem}
footer :is(.links,.line):first-child{margin-top:0}
.entries .meta{margin:0}
.entries .tags{margin-top:.75rem}
.covered{display:flex;gap:1.5rem;align-items:flex-start}
.covered>div{flex:1;min-width:0}
.thumb{flex:none;width:11rem}
.thumb img{display:block;width:100%;aspect-ratio:3/2;object-fit:cover}
@media (max-width:36rem){.covered{flex-direction:column-reverse;gap:.9rem}.covered>div{flex:none}.covered>*{width:100%}.thumb img{aspect-ratio:16/9}}
`.trim();

/** The attribute `sizes` of a topic's picture. */
export const TOPIC_SIZES = '6rem';

/** The attribute `sizes` of the picture of an author below an article. */
export const AUTHOR_SIZES = '4.5rem';

/** The attribute `sizes` of a cover in a listing. */
export const THUMB_SIZES = '(max-width: 36rem) calc(100vw - 2.5rem), 11rem';

/** The style sheet of pages. It is inline, so that a page needs no second request. */
export const renderStyle = (appearance: Appearance): string =>
  [writeColours(appearance), writeBase(appearance), PARTS].join('\n');

/** The style sheet of a page, with the additions of the site's templates. */
export const pageStyle = ({
  appearance,
  templates,
  draftUntil,
}: Pick<Page, 'appearance' | 'templates' | 'draftUntil'>): string => {
  const style = [renderStyle(appearance), ...(draftUntil ? [DRAFT] : [])].join('\n');
  return templates?.style?.(style, appearance) ?? style;
};

export const CSS_MEDIA_TYPE = 'text/css';

/** Writes a text as a string of CSS (CSS Syntax 3, section 4.3.5). */
const toCssString = (text: string): string =>
  `"${text.replace(/["\\\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`;

interface FeedStyle {
  texts: Texts;
  /** BCP 47 language tag. */
  language: string;
  appearance: Appearance;
}

/**
 * Style sheet that shows an RSS or Atom document in a browser as a page like the site's others. It is CSS, since
 * browsers are removing XSLT. CSS makes no links, so that addresses are text to copy.
 */
export const renderFeedStylesheet = ({ texts, language, appearance }: FeedStyle): string =>
  `
@namespace media "http://search.yahoo.com/mrss/";
${writeColours(appearance)}
:root{display:block;direction:${directionOf(language)};max-width:${COLUMN_WIDTHS[appearance.width]}rem;margin:0 auto;padding:2rem 1.25rem 3.5rem;background:var(--page);color:var(--text);font:1.0625rem/1.65 ${FONT_FAMILIES[appearance.font]};overflow-wrap:break-word}
:root::before{content:${toCssString(texts.say('thisIsAFeed'))};display:block;margin-bottom:2.5rem;padding:1rem 1.25rem;border:1px solid var(--line);border-inline-start:.3rem solid var(--link);border-radius:.5rem;background:var(--raised)}
channel,item,entry,title,description,subtitle,summary,pubDate,published{display:block}
title,description,subtitle,summary{unicode-bidi:plaintext}
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
