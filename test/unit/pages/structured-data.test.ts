import fc from 'fast-check';

import { renderArticle } from '../../../src/pages/article';
import type { ArticlePage } from '../../../src/pages/model';

const page: ArticlePage = {
  siteName: 'Field Notes',
  siteUrl: 'https://www.example.com/tags/',
  language: 'en',
  title: 'How I Debug CORS',
  description: 'Read the headers.',
  canonical: 'https://www.example.com/posts/debug-cors/',
  feeds: [],
  date: { iso: '2026-01-15T09:00:00+07:00', text: 'January 15, 2026' },
  modified: '2026-02-01T09:00:00+07:00',
  tags: [{ title: 'Api', href: 'https://www.example.com/tags/api/' }],
  bodyHtml: '<p>Read.</p>',
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

  it('shows the cover to whoever previews the article', () => {
    const cover = { src: 'https://www.example.com/a.png', alt: 'A plug' };
    const html = renderArticle({ ...page, cover });
    expect(html).toContain('<meta property="og:image" content="https://www.example.com/a.png"/>');
    expect(html).toContain('<meta property="og:image:alt" content="A plug"/>');
    expect(JSON.parse(scripts(html)[0]!)).toMatchObject({ image: cover.src });
  });

  it('gives back whatever an editor types, and lets none of it out of its script', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
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
