import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { contentSecurityPolicy } from '../../../src/http/response';
import {
  type Appearance,
  DEFAULT_APPEARANCE,
  FONTS,
  LISTING_PARTS,
  THEMES,
  WIDTHS,
} from '../../../src/pages/appearance';
import { renderArticle } from '../../../src/pages/article';
import { renderListing } from '../../../src/pages/listing';
import type { ListingEntry } from '../../../src/pages/model';
import { renderStyle } from '../../../src/pages/style';
import { countElements, htmlProblems } from '../../helpers/html';
import { HOSTILE, HOSTILE_ESCAPED, samplePage } from '../../helpers/pages';

const look = (parts: Partial<Appearance> = {}): Appearance => ({ ...DEFAULT_APPEARANCE, ...parts });

const ENTRY: ListingEntry = {
  title: 'How I Test',
  href: 'https://notes.example.com/posts/test/',
  date: { iso: '2026-01-15T09:00:00+07:00', text: 'January 15, 2026' },
  excerpt: 'The start of it…',
  author: 'Ayu Lestari',
  cover: { src: 'https://notes.example.com/a.png', alt: 'A plug', width: 900, height: 600 },
  tags: [{ title: 'Api', href: 'https://notes.example.com/tags/api/' }],
};

const listing = (appearance: Appearance, entry: Partial<ListingEntry> = {}): string =>
  renderListing({
    ...samplePage({ appearance }),
    entries: [{ ...ENTRY, ...entry }],
    pageNumber: 1,
    pageCount: 1,
  });

const article = (appearance: Appearance): string =>
  renderArticle({
    ...samplePage({ appearance }),
    date: ENTRY.date,
    modified: ENTRY.date.iso,
    tags: [],
    bodyHtml: '<p>Text.</p>',
    headings: [],
  });

const EVERYTHING = look({
  logo: { src: '/uploads/logo.svg', width: 320, height: 64 },
  logoDark: { src: 'https://cdn.example.com/dark,1.svg' },
  favicon: '/favicon.svg',
  accent: '#a3197e',
  font: 'serif',
  width: 'wide',
  headerLinks: [{ label: 'About', address: '/about/' }],
  footerLinks: [
    { label: 'Imprint', address: '/imprint/' },
    { label: 'Privacy', address: 'https://www.example.com/privacy/' },
  ],
  footer: '© Field Notes',
  listing: [...LISTING_PARTS],
});

describe('pages of which nothing is set', () => {
  it('show a name, a title, a date and a summary, and load nothing', () => {
    const html = listing(look());
    expect(html).toContain('>Field Notes</a>');
    expect(html).not.toMatch(/rel="icon"|Ayu Lestari|<img|class="links"|class="line"/);
    expect(html).toContain('<time datetime="2026-01-15T09:00:00+07:00">January 15, 2026</time>');
    expect(html).toContain('<p dir="auto">The start of it…</p>');
  });
});

describe('pages of which everything is set', () => {
  it.each([
    ['a listing', listing],
    ['an article', article],
  ])('are valid: %s', async (_name, render) => {
    const html = render(EVERYTHING);
    expect(await htmlProblems(html)).toEqual([]);
    expect(countElements(html, 'script')).toBeLessThanOrEqual(1);
  });

  it('have a logo for each theme, called as the site is', () => {
    const html = article(EVERYTHING);
    expect(html).toContain(
      '<img class="logo" src="/uploads/logo.svg" alt="Field Notes" width="320" height="64"/>',
    );
    // A comma would end the address there.
    expect(html).toContain('srcset="https://cdn.example.com/dark%2C1.svg"');
    expect(html).toContain('media="(prefers-color-scheme: dark)"');
  });

  it.each([
    ['light', '/uploads/logo.svg'],
    ['dark', 'https://cdn.example.com/dark,1.svg'],
  ] as const)('have one logo where they are always %s', (theme, src) => {
    const html = article({ ...EVERYTHING, theme });
    expect(countElements(html, 'source')).toBe(0);
    expect(html).toContain(`src="${src}"`);
  });

  it('link the pages of the site, and name its icon', () => {
    const html = article(EVERYTHING);
    expect(html).toContain('<link rel="icon" href="/favicon.svg"/>');
    expect(html).toContain('<a href="/about/">About</a>');
    expect(html).toContain('<a href="/imprint/">Imprint</a>');
    expect(html).toContain('<p class="line"><bdi>© Field Notes</bdi></p>');
  });

  it('show author, cover and tags of what they list', () => {
    const html = listing(EVERYTHING);
    expect(html).toContain(' · <bdi>Ayu Lestari</bdi>');
    expect(html).toContain('<img src="https://notes.example.com/a.png" alt width="900"');
    expect(html).toContain('<a href="https://notes.example.com/tags/api/" dir="auto">Api</a>');
  });

  it('list what has no author, cover and tags without', async () => {
    const html = listing(EVERYTHING, { author: undefined, cover: undefined, tags: [] });
    expect(countElements(html, 'img')).toBe(1);
    expect(html).not.toContain(' · Ayu');
    expect(html).toContain('</h2><time ');
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('tell search engines the logo', () => {
    expect(article(EVERYTHING)).toContain(
      '"logo":{"@type":"ImageObject","url":"https://notes.example.com/uploads/logo.svg"}',
    );
  });

  it('keep the full stop of an English line at its end on a page from right to left', () => {
    const appearance = look({ footer: 'Written in Bandung.' });
    const page = { ...samplePage({ appearance }), language: 'ar' };
    const html = renderListing({ ...page, entries: [], pageNumber: 1, pageCount: 1 });
    expect(html).toContain('<p class="line"><bdi>Written in Bandung.</bdi></p>');
  });

  it('escape what was typed', async () => {
    const links = [{ label: HOSTILE, address: `/?q="><script>` }];
    const hostile = look({ headerLinks: links, footerLinks: links, footer: HOSTILE });
    const html = listing(hostile);
    expect(html).toMatch(HOSTILE_ESCAPED);
    expect(countElements(html, 'script')).toBe(0);
    expect(await htmlProblems(html)).toEqual([]);
  });
});

it('the picture of a tag is beside its title', async () => {
  const html = renderListing({
    ...samplePage(),
    image: ENTRY.cover,
    entries: [ENTRY],
    pageNumber: 1,
    pageCount: 1,
  });
  expect(html).toMatch(
    /<img class="topic" src="https:\/\/notes\.example\.com\/a\.png"[^>]*><div><h1><bdi>Api/,
  );
  expect(await htmlProblems(html)).toEqual([]);
});

it('a listing that shows nothing but titles is valid', async () => {
  const html = listing(look({ listing: [] }));
  expect(html).not.toMatch(/<time|The start of it/);
  expect(await htmlProblems(html)).toEqual([]);
});

describe('the style sheet', () => {
  const everyStyle = FONTS.flatMap((font) =>
    WIDTHS.flatMap((width) =>
      THEMES.map((theme) => renderStyle({ ...EVERYTHING, font, width, theme })),
    ),
  );

  it('loads nothing, and cannot end its element', () => {
    for (const style of everyStyle) expect(style).not.toMatch(/@import|url\(|<|undefined/);
  });

  it('is another for each font, width and theme', () => {
    expect(new Set(everyStyle).size).toBe(everyStyle.length);
  });

  it('is small', () => {
    for (const style of everyStyle) expect(gzipSync(style).length).toBeLessThan(4_000);
  });

  it('knows one theme where the site has one, and both otherwise', () => {
    expect(renderStyle(look({ theme: 'light' }))).not.toContain('prefers-color-scheme');
    expect(renderStyle(look({ theme: 'dark' }))).toContain('@media screen{:root{color-scheme:dark');
    expect(renderStyle(look())).toContain('@media screen and (prefers-color-scheme:dark)');
  });

  it('has links in a colour that can be read, whatever was chosen', () => {
    expect(renderStyle(look({ accent: '#a3197e' }))).toContain('--link:#a3197e');
    expect(renderStyle(look({ accent: '#ffff00' }))).not.toMatch(/^:root\{[^}]*--link:#ffff00/);
  });

  it('is the only one that the policy of the page allows', () => {
    const html = article(EVERYTHING);
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
    expect(style).toBe(renderStyle(EVERYTHING));
    const hash = createHash('sha256').update(style).digest('base64');
    expect(contentSecurityPolicy(renderStyle(EVERYTHING))).toContain(`style-src 'sha256-${hash}'`);
    expect(contentSecurityPolicy()).toContain("style-src 'none'");
  });
});
