import fc from 'fast-check';

import { renderArticle, renderEntry, renderPage } from '../../../src/pages/article';
import { renderListing } from '../../../src/pages/listing';
import { DEFAULT_APPEARANCE } from '../../../src/pages/appearance';
import type { ArticlePage, ContentPage } from '../../../src/pages/model';
import { createTexts } from '../../../src/texts/texts';

const page: ArticlePage = {
  siteName: 'Field Notes',
  siteUrl: 'https://www.example.com/tags/',
  language: 'en',
  texts: createTexts('en'),
  appearance: DEFAULT_APPEARANCE,
  title: 'How I Debug CORS',
  description: 'Read the headers.',
  canonical: 'https://www.example.com/posts/debug-cors/',
  feeds: [],
  date: { iso: '2026-01-15T09:00:00+07:00', text: 'January 15, 2026' },
  modified: '2026-02-01T09:00:00+07:00',
  tags: [{ title: 'Api', href: 'https://www.example.com/tags/api/' }],
  bodyHtml: '<p>Read.</p>',
  headings: [],
};

const scripts = (html: string): string[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
    ([, json = '']) => json,
  );

describe('structured data of an article', () => {
  it('names the site where there is no author', () => {
    const [json = ''] = scripts(renderArticle(page));
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'BlogPosting',
      author: { '@type': 'Organization', name: 'Field Notes' },
      dateModified: page.modified,
    });
  });

  it('names each author, with the page of who has one', () => {
    const href = 'https://www.example.com/authors/ada/';
    const html = renderArticle({
      ...page,
      author: 'Ada, Grace',
      authors: [{ name: 'Ada', href }, { name: 'Grace' }],
    });
    expect(JSON.parse(scripts(html)[0]!).author).toEqual([
      { '@type': 'Person', name: 'Ada', url: href },
      { '@type': 'Person', name: 'Grace' },
    ]);
    expect(html.match(/<meta property="article:author"[^>]*>/g)).toEqual([
      `<meta property="article:author" content="${href}"/>`,
    ]);
    expect(html).toContain(`<a rel="author" href="${href}"><bdi>Ada</bdi></a>, <bdi>Grace</bdi>`);
  });

  it('shows the cover to whoever previews the article', () => {
    const cover = { src: 'https://www.example.com/a.png', alt: 'A plug' };
    const html = renderArticle({ ...page, cover });
    expect(html).toContain('<meta property="og:image" content="https://www.example.com/a.png"/>');
    expect(html).toContain('<meta property="og:image:alt" content="A plug"/>');
    expect(JSON.parse(scripts(html)[0]!)).toMatchObject({ image: cover.src });
  });

  it('has the picture of the site on its card where its cover is a drawing, which no card shows', () => {
    const cover = { src: 'https://www.example.com/a.svg', alt: 'A plug' };
    const siteImage = 'https://www.example.com/site.png';
    const html = renderArticle({ ...page, cover, siteImage });
    expect(html).toContain(`<meta property="og:image" content="${siteImage}"/>`);
    expect(html).toContain('<meta name="twitter:card" content="summary"/>');
    expect(html).not.toMatch(/og:image:alt|twitter:image:alt/);
    expect(JSON.parse(scripts(html)[0]!)).toMatchObject({ image: cover.src });
  });

  it('says where the article is in the site', () => {
    const { mainEntityOfPage } = JSON.parse(scripts(renderArticle(page))[0]!);
    expect(mainEntityOfPage.breadcrumb.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Field Notes', item: page.siteUrl },
      { '@type': 'ListItem', position: 2, name: 'Api', item: page.tags[0]!.href },
      { '@type': 'ListItem', position: 3, name: page.title, item: page.canonical },
    ]);
  });

  it.each([
    ['en', 'en_US'],
    ['de-AT', 'de_AT'],
    ['pt-BR', 'pt_BR'],
    ['zh-Hant', 'zh_TW'],
  ])('tells the locale of %s as Open Graph writes it', (language, locale) => {
    expect(renderArticle({ ...page, language })).toContain(
      `<meta property="og:locale" content="${locale}"/>`,
    );
  });

  it('shows a large card where there is a cover, with its size', () => {
    const cover = { src: 'https://www.example.com/a.png', alt: 'A plug', width: 800, height: 600 };
    const html = renderArticle({ ...page, cover });
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    expect(html).toContain('<meta name="twitter:image:alt" content="A plug"/>');
    expect(html).toContain('<meta property="og:image:width" content="800"/>');
    expect(renderArticle(page)).toContain('<meta name="twitter:card" content="summary"/>');
  });

  it('gives back whatever an editor types, and lets none of it out of its script', () => {
    // A page has none of what HTML forbids (its standard, "Preprocessing the input stream").
    const allowed = (text: string): string =>
      text.replace(/[\x7F-\x9F\uFDD0-\uFDEF\uFFFE\uFFFF]/g, '');
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }).map(allowed),
      fc.constantFrom('</script>', '<!--<script>', '\u2028', '&lt;/script&gt;', ']]>'),
    );
    fc.assert(
      fc.property(hostile, hostile, (title, author) => {
        const html = renderArticle({ ...page, title, author });
        expect(html.match(/<script/gi)).toHaveLength(1);
        expect(JSON.parse(scripts(html)[0]!)).toMatchObject({
          headline: title,
          author: { name: author },
        });
      }),
    );
  });
});

describe('structured data of a page of its own', () => {
  const { date: _date, tags: _tags, ...others } = page;
  const about: ContentPage = { ...others, title: 'About', canonical: 'https://www.example.com/a/' };

  it('says that it is a page of the site, and nothing that only articles have', () => {
    const cover = { src: 'https://www.example.com/a.png', alt: 'A plug' };
    const html = renderPage({ ...about, cover });
    expect(html).toContain('<meta property="og:type" content="website"/>');
    expect(html).toContain('<meta property="og:image" content="https://www.example.com/a.png"/>');
    expect(html).not.toMatch(/article:|ld\+json|datePublished|<time/);
  });

  it('is what an entry without a date has', () => {
    expect(renderEntry(about)).toBe(renderPage(about));
    expect(renderEntry(page)).toBe(renderArticle(page));
  });

  it('is around what the site draws itself', () => {
    const templates = { page: ({ title }: ContentPage) => `<h1>${title} it</h1>` };
    const html = renderPage({ ...about, templates });
    expect(html).toContain('<main class="column" id="content"><h1>About it</h1></main>');
    expect(html).toContain('<meta property="og:title" content="About"/>');
  });
});

describe('what other sites show of a listing', () => {
  const { siteName, siteUrl, language, texts, appearance, title, description, feeds } = page;
  const site = { siteName, siteUrl, language, texts, appearance, title, description, feeds };
  const listing = { ...site, entries: [], pageNumber: 1, pageCount: 1 };

  it('is the picture of its topic, with nothing that an article has', () => {
    const image = { src: 'https://www.example.com/api.png', alt: 'Wires', width: 640 };
    const html = renderListing({ ...listing, image });
    expect(html).toContain('<meta property="og:type" content="website"/>');
    expect(html).toContain('<meta property="og:image" content="https://www.example.com/api.png"/>');
    expect(html).toContain('<meta property="og:image:width" content="640"/>');
    expect(html).toContain('<meta name="twitter:card" content="summary"/>');
    expect(html).not.toMatch(/article:|ld\+json/);
  });

  it('is the picture of the site where that of the topic is a drawing, which no card shows', () => {
    const image = { src: 'https://www.example.com/api.svg', alt: 'Wires', width: 640 };
    const siteImage = 'https://www.example.com/site.png';
    const html = renderListing({ ...listing, image, siteImage });
    expect(html).toContain(`<meta property="og:image" content="${siteImage}"/>`);
    expect(html).not.toMatch(/og:image:(?:width|alt)/);
  });
});
