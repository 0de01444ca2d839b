import { element, renderXml } from '../../../src/feed/xml';
import { renderSitemap, renderSitemapIndex } from '../../../src/pages/sitemap';

const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };
const href = `https://www.example.com/a?b=1&c="<'>"&amp;`;
const modified = new Date('2026-01-02T03:04:05.678Z');

test('a sitemap of many pages is written without a tree, as the tree would be', () => {
  const written = renderSitemap([{ href }, { href, modified }]);
  const index = renderSitemapIndex([href]);
  const loc = element('loc', href);
  const lastmod = element('lastmod', modified.toISOString());
  const urls = [element('url', [loc]), element('url', [loc, lastmod])];
  expect(written).toBe(renderXml(element('urlset', urls, namespace)));
  const sitemaps = [element('sitemap', [loc])];
  expect(index).toBe(renderXml(element('sitemapindex', sitemaps, namespace)));
});

test('a sitemap has the namespace of translations where it names any, and escapes their addresses', () => {
  const untranslated = renderSitemap([{ href, translations: [] }]);
  expect(untranslated).toBe(renderSitemap([{ href }]));
  expect(untranslated).not.toContain('xhtml');
  const links = [
    element('xhtml:link', [], { rel: 'alternate', hreflang: 'de-AT', href }),
    element('xhtml:link', [], { rel: 'alternate', hreflang: 'x-default', href }),
  ];
  const translations = [
    { language: 'de-AT', href },
    { language: 'x-default', href },
  ];
  const urls = [element('url', [element('loc', href), ...links])];
  expect(renderSitemap([{ href, translations }])).toBe(
    renderXml(
      element('urlset', urls, { ...namespace, 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' }),
    ),
  );
});

test('a sitemap has the picture and the news of a page, in the namespaces of Google', () => {
  const news = {
    ...{
      name: 'Field & Notes',
      language: 'de-AT',
      title: 'A <b>',
      date: '2026-01-02T10:04:05+07:00',
    },
  };
  const written = renderSitemap([{ href, image: href, news }, { href }]);
  const urls = [
    element('url', [
      element('loc', href),
      element('news:news', [
        element('news:publication', [
          element('news:name', 'Field & Notes'),
          element('news:language', 'de'),
        ]),
        element('news:publication_date', news.date),
        element('news:title', 'A <b>'),
      ]),
      element('image:image', [element('image:loc', href)]),
    ]),
    element('url', [element('loc', href)]),
  ];
  const expected = renderXml(
    element('urlset', urls, {
      ...namespace,
      'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
      'xmlns:news': 'http://www.google.com/schemas/sitemap-news/0.9',
    }),
  );
  const inLine = (xml: string): string => xml.replace(/>\s+</g, '><');
  expect(inLine(written)).toBe(inLine(expected));
});

test.each([
  ['en', 'en'],
  ['pt-BR', 'pt'],
  ['zh', 'zh-cn'],
  ['zh-Hans-SG', 'zh-cn'],
  ['zh-Hant', 'zh-tw'],
  ['zh-HK', 'zh-tw'],
])('news in %s are told as %s', (language, expected) => {
  const news = { name: 'N', title: 'T', date: '2026-01-02', language };
  expect(renderSitemap([{ href, news }])).toContain(`<news:language>${expected}<`);
});
