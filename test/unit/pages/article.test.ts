import { sanitiseBody } from '../../../src/content/html';
import { renderMarkdown } from '../../../src/content/markdown';
import { renderArticle } from '../../../src/pages/article';
import type { ArticlePage } from '../../../src/pages/model';
import { countElements, htmlProblems } from '../../helpers/html';
import { HOSTILE, HOSTILE_ESCAPED, samplePage } from '../../helpers/pages';

const CANONICAL = 'https://notes.example.com/posts/format-json/';

const DATE = { iso: '2026-01-14T09:00:00+07:00', text: 'January 14, 2026' };

const page = (parts: Partial<ArticlePage> = {}): string =>
  renderArticle({
    ...samplePage({ title: 'How I Format JSON', canonical: CANONICAL }),
    date: { iso: '2026-01-15T09:00:00+07:00', text: 'January 15, 2026' },
    modified: '2026-01-16T09:00:00+07:00',
    tags: [],
    bodyHtml: '<p>Text.</p>',
    headings: [],
    ...parts,
  });

describe('the page of an article', () => {
  it('is valid HTML with one h1, a date and the body', async () => {
    const html = page();
    expect(await htmlProblems(html)).toEqual([]);
    expect(countElements(html, 'h1')).toBe(1);
    expect(html).toContain('<h1 dir="auto">How I Format JSON</h1>');
    expect(html).toContain('<time datetime="2026-01-15T09:00:00+07:00">January 15, 2026</time>');
    expect(html).toContain('<p>Text.</p>');
  });

  it('says when it was updated, in the words of its language', async () => {
    const updated = { iso: '2026-02-01T09:00:00+07:00', text: 'February 1, 2026' };
    const time = '<time datetime="2026-02-01T09:00:00+07:00">February 1, 2026</time>';
    const html = page({ updated });
    expect(html).toContain(`<span>Updated ${time}</span>`);
    expect(await htmlProblems(html)).toEqual([]);
    expect(page()).not.toContain('Updated');
    const japanese = samplePage({ language: 'ja' });
    expect(page({ ...japanese, updated })).toContain(`<span>${time} 更新</span>`);
    // Without words in its language, they are English, and the date is not.
    const thai = samplePage({ language: 'th' });
    expect(page({ ...thai, updated: { ...updated, text: '1 กุมภาพันธ์' } })).toContain(
      '<span lang="en">Updated <time datetime="2026-02-01T09:00:00+07:00" lang="th">1 กุมภาพันธ์</time></span>',
    );
  });

  it('names its author and links its tags', async () => {
    const html = page({
      author: 'Ayu Lestari',
      tags: [{ title: 'Api', href: 'https://notes.example.com/tags/api/' }],
    });
    expect(html).toContain('Ayu Lestari');
    expect(html).toContain('<a href="https://notes.example.com/tags/api/" dir="auto">Api</a>');
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('shows its cover with its size and alternative text', async () => {
    const html = page({
      cover: { src: 'https://notes.example.com/a.png', alt: 'A "desk"', width: 800, height: 600 },
    });
    expect(html).toContain(
      '<img src="https://notes.example.com/a.png" alt="A &quot;desk&quot;" width="800" height="600"/>',
    );
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('shows a cover without alternative text as decoration', async () => {
    const html = page({ cover: { src: 'https://notes.example.com/a.svg', alt: '' } });
    expect(html).toMatch(/<img src="[^"]+" alt(?:="")?\/>/);
    expect(await htmlProblems(html)).toEqual([]);
  });

  it.each(['audio', 'video'])('plays its %s, and offers it to load', async (kind) => {
    const src = 'https://notes.example.com/uploads/a';
    const attachment = { src, type: `${kind}/x`, size: '12 MB' };
    const html = page({ attachment });
    expect(countElements(html, kind)).toBe(1);
    expect(html).toContain(`<a href="${src}" type="${kind}/x" download>Download (12 MB)</a>`);
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('stays valid around everything Markdown makes', async () => {
    const body = [
      '# Heading',
      'Text with *emphasis*, `code`, ~~strike~~, [a link](/tags/api/) and ![a picture](a.png).',
      '1. one\n2. two\n   - nested',
      '> quote',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '```js\nif (a < b && c > d) return "x";\n```',
      '---',
    ].join('\n\n');
    const html = page({ bodyHtml: sanitiseBody(renderMarkdown(body), CANONICAL) });
    expect(await htmlProblems(html)).toEqual([]);
    expect(countElements(html, 'h1')).toBe(1);
  });

  it('leads to the articles before and after it', async () => {
    const older = { title: 'One', href: 'https://notes.example.com/posts/one/', date: DATE };
    const newer = { title: 'Three', href: 'https://notes.example.com/posts/three/', date: DATE };
    const html = page({ older, newer });
    expect(html).toContain(`<a rel="prev" href="${older.href}">`);
    expect(html).toContain(`rel="next" href="${newer.href}">`);
    expect(html.indexOf('One')).toBeLessThan(html.indexOf('Three'));
    for (const one of [html, page({ older }), page({ newer })]) {
      expect(countElements(one, 'nav')).toBe(1);
      expect(await htmlProblems(one)).toEqual([]);
    }
    expect(countElements(page(), 'nav')).toBe(0);
  });

  it('lists others about the same with their days', async () => {
    const href = 'https://notes.example.com/posts/one/';
    const html = page({ related: [{ title: 'One', href, date: DATE }] });
    expect(html).toContain('>Related articles</h2>');
    expect(html).toContain(
      `<a href="${href}" dir="auto">One</a> <time datetime="${DATE.iso}">January 14, 2026</time>`,
    );
    expect(await htmlProblems(html)).toEqual([]);
    expect(page({ related: [] })).not.toContain('Related articles');
  });

  it('shows hostile titles, names and tags as text', async () => {
    const html = page({
      title: HOSTILE,
      author: HOSTILE,
      tags: [{ title: HOSTILE, href: 'https://notes.example.com/tags/x/' }],
      cover: { src: 'https://notes.example.com/a.png', alt: HOSTILE },
      older: { title: HOSTILE, href: 'https://notes.example.com/posts/x/', date: DATE },
      related: [{ title: HOSTILE, href: 'https://notes.example.com/posts/y/', date: DATE }],
    });
    expect(html).toMatch(HOSTILE_ESCAPED);
    // The one is data for search engines, which no browser runs.
    expect(countElements(html, 'script')).toBe(1);
    expect(html).toContain('<script type="application/ld+json">');
    expect(countElements(html, 'img')).toBe(1);
    expect(await htmlProblems(html)).toEqual([]);
  });
});

describe('around the body of an article', () => {
  it('is its standfirst, below the title', async () => {
    const html = page({ standfirst: 'What it is <b> about.' });
    expect(html).toContain('</h1><p class="lead" dir="auto">What it is &lt;b> about.</p>');
    expect(await htmlProblems(html)).toEqual([]);
    expect(page()).not.toContain('<p class="lead"');
  });

  it('is what is said of its authors', async () => {
    const html = page({
      author: 'Ayu Lestari, Tom Becker',
      describedAuthors: [
        {
          name: 'Ayu Lestari',
          href: 'https://notes.example.com/authors/ayu/',
          description: 'Designs interfaces.',
          image: { src: 'https://notes.example.com/ayu.webp', alt: 'Ayu', width: 300, height: 300 },
        },
        { name: 'Tom Becker', description: 'Runs them.' },
      ],
    });
    expect(html).toContain('<section class="authors" aria-label="Authors">');
    expect(html).toContain(
      '<a rel="author" href="https://notes.example.com/authors/ayu/">Ayu Lestari</a></p><p dir="auto">Designs interfaces.</p>',
    );
    // Their names are beside them: a second name would be read out twice.
    expect(html).toMatch(/<img [^>]*src="[^"]*ayu\.webp"[^>]*alt(?:="")? /);
    expect(html).toContain('<p class="name" dir="auto">Tom Becker</p><p dir="auto">Runs them.</p>');
    expect(await htmlProblems(html)).toEqual([]);
    expect(page()).not.toContain('class="authors"');
  });

  it('is how to subscribe, once', async () => {
    const href = 'https://notes.example.com/index.xml';
    const feeds = [{ title: 'Field Notes', href, type: 'application/rss+xml', label: 'RSS' }];
    const html = page({ feeds });
    expect(html).toContain('<section class="subscribe" aria-labelledby="subscribe">');
    expect(html).not.toMatch(/<footer>[^]*index\.xml/);
    expect(await htmlProblems(html)).toEqual([]);
  });
});
