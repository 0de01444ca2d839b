import { DEFAULT_APPEARANCE } from '../../../src/pages/appearance';
import { renderError } from '../../../src/pages/document';
import { renderListing, renderTags } from '../../../src/pages/listing';
import type { ListingPage, Page, Picture } from '../../../src/pages/model';
import { renderSubscribe } from '../../../src/pages/subscribe';
import { createSafeTemplates } from '../../../src/pages/templates';
import { countElements, htmlProblems } from '../../helpers/html';
import { HOSTILE, HOSTILE_ESCAPED, samplePage } from '../../helpers/pages';

const OPML = 'https://notes.example.com/feeds.opml';

const tags = (parts = {}) =>
  renderTags({ ...samplePage(parts), allText: 'allTags', opml: OPML, tags: [] });

describe('every page', () => {
  it('is a document with a language, a title, a description and a canonical link', () => {
    const html = tags({ language: 'id' });
    expect(html).toMatch(/^<!doctype html>\n<html lang="id">/i);
    expect(html).toContain('<title>Api · Field Notes</title>');
    expect(html).toContain('<meta name="description" content="Notes on calling web APIs."/>');
    expect(html).toContain('<link rel="canonical" href="https://notes.example.com/tags/api/"/>');
  });

  it('declares its encoding in the first 1024 bytes', () => {
    expect(Buffer.from(tags()).subarray(0, 1024).toString()).toContain('<meta charset="utf-8"/>');
  });

  it('is usable on a phone', () => {
    expect(tags()).toContain('name="viewport" content="width=device-width, initial-scale=1"');
  });

  it('names its feeds, for readers to discover and for people to click', () => {
    const html = tags();
    const href = 'https://notes.example.com/tags/api/index.xml';
    expect(html).toContain(
      `<link rel="alternate" type="application/rss+xml" title="Api on Field Notes" href="${href}"/>`,
    );
    expect(html).toContain(
      `Api on Field Notes: <a href="${href}" type="application/rss+xml"><bdi>RSS</bdi></a>`,
    );
  });

  it('without a description tells search engines what there is to tell, and them alone', () => {
    const html = tags({ description: '', metaDescription: 'Recent content in Api' });
    expect(html).toContain('<meta name="description" content="Recent content in Api"/>');
    expect(html).not.toContain('>Recent content in Api<');
  });

  it('leaves out a description it does not have', () => {
    expect(tags({ description: '' })).not.toContain('name="description"');
  });

  it('runs no script and loads nothing from elsewhere', () => {
    const html = tags();
    expect(countElements(html, 'script')).toBe(0);
    expect(html).not.toMatch(/<link rel="(?:stylesheet|preload|icon)"/);
    expect(html).not.toMatch(/@import|url\(/);
  });

  it('escapes whatever the editor and the developer typed', async () => {
    const html = tags({
      title: HOSTILE,
      siteName: HOSTILE,
      description: HOSTILE,
      feeds: [
        {
          title: HOSTILE,
          href: 'https://notes.example.com/index.xml',
          type: 'a/b',
          label: HOSTILE,
        },
      ],
    });
    expect(html).toMatch(HOSTILE_ESCAPED);
    expect(countElements(html, 'script')).toBe(0);
    expect(countElements(html, 'img')).toBe(0);
    expect(countElements(html, 'title')).toBe(1);
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('has none of the characters that HTML forbids, which nobody sees', () => {
    const html = tags({ title: 'A\u0007\0b\u009Fc\uFFFEd\te\u{1F600}', siteName: 'N' });
    expect(html).toContain('<title>Abcd\te\u{1F600} · N</title>');
  });
});

describe('a listing', () => {
  const entry = (number: number, parts = {}) => ({
    title: `How I Test ${number}`,
    href: `https://notes.example.com/posts/test-${number}/`,
    date: { iso: '2026-01-15T09:00:00+07:00', text: 'January 15, 2026' },
    excerpt: 'The start of it…',
    ...parts,
  });
  const listing = (parts = {}) =>
    renderListing({
      ...samplePage(),
      entries: [entry(1), entry(2)],
      pageNumber: 1,
      pageCount: 1,
      ...parts,
    });

  it('is valid HTML with one h1', async () => {
    const html = listing();
    expect(await htmlProblems(html)).toEqual([]);
    expect(countElements(html, 'h1')).toBe(1);
    expect(html).toContain('<h1><bdi>Api</bdi></h1>');
  });

  it('has each title linking to its article, a machine-readable date and the excerpt', () => {
    const html = listing();
    expect(html).toContain('<a href="https://notes.example.com/posts/test-1/">How I Test 1</a>');
    expect(html).toContain('<time datetime="2026-01-15T09:00:00+07:00">January 15, 2026</time>');
    expect(html).toContain('<p dir="auto">The start of it…</p>');
  });

  it('keeps the order of its entries', () => {
    const html = listing();
    expect(html.indexOf('How I Test 1')).toBeLessThan(html.indexOf('How I Test 2'));
  });

  it('says so when there are no articles, and is valid then too', async () => {
    const html = listing({ entries: [] });
    expect(html).toContain('No articles yet.');
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('of one page has no links to other pages', () => {
    expect(listing()).not.toMatch(/rel="(?:next|prev)"/);
  });

  // Firefox loads what a `link` names as next, for every reader, or logs that the page forbids it.
  it('of several pages links the ones before and after, in the text alone', async () => {
    const html = listing({
      pageNumber: 2,
      pageCount: 3,
      newer: 'https://notes.example.com/tags/api/',
      older: 'https://notes.example.com/tags/api/page/3/',
    });
    expect(html).toContain('<title>Api · Page 2 · Field Notes</title>');
    expect(html).toContain('Page 2 of 3');
    expect(html).toContain('<a rel="prev" href="https://notes.example.com/tags/api/">');
    expect(html).toContain('<a rel="next" href="https://notes.example.com/tags/api/page/3/">');
    expect(html).not.toMatch(/<link rel="(?:prev|next)"/);
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('shows hostile titles and excerpts as text', async () => {
    const html = listing({ entries: [entry(1, { title: HOSTILE, excerpt: HOSTILE })] });
    expect(html).toMatch(HOSTILE_ESCAPED);
    expect(countElements(html, 'script')).toBe(0);
    expect(countElements(html, 'img')).toBe(0);
    expect(await htmlProblems(html)).toEqual([]);
  });
});

describe('the home', () => {
  const picture = (name: string) => ({ src: `https://notes.example.com/${name}.webp`, alt: '' });
  const home = (parts: Partial<ListingPage> = {}) =>
    renderListing({
      ...samplePage(),
      entries: [1, 2].map((number) => ({
        title: `How I Test ${number}`,
        href: `https://notes.example.com/posts/test-${number}/`,
        date: { iso: '2026-01-15T09:00:00+07:00', text: 'January 15, 2026' },
        excerpt: 'The start of it…',
        cover: picture(`cover-${number}`),
        ...(number === 1 && { leadCover: picture('lead') }),
      })),
      hasLead: true,
      pageNumber: 1,
      pageCount: 1,
      ...parts,
    });

  it('begins with its newest article, with a large picture', async () => {
    const html = home();
    expect(html).toMatch(
      /<li class="lead-entry"><a class="lead-cover"[^>]*><img src="[^"]*lead\.webp"/,
    );
    expect(html.match(/<li class="lead-entry"/g)).toHaveLength(1);
    // What a listing shows of the others is as it was.
    expect(html).not.toContain('cover-2');
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('leaves other listings as they are', () => {
    expect(home({ hasLead: false })).not.toContain('class="lead-');
  });

  it('has it within what a template of the site draws', () => {
    const html = home({
      templates: createSafeTemplates(
        { model: 1, entry: (_entry, { render }) => `<i>New</i>${String(render())}` },
        (error) => {
          throw error;
        },
      ),
    });
    expect(html).toContain('<li><i>New</i><div class="lead-entry">');
  });
});

describe('the header', () => {
  const indexes = [{ title: 'Tags', href: 'https://notes.example.com/tags/' }];
  const header = (parts: Partial<Page> = {}): string =>
    /<header[^]*<\/header>/.exec(
      renderTags({
        ...samplePage({
          canonical: 'https://notes.example.com/tags/',
          topicIndexes: indexes,
          subscribe: 'https://notes.example.com/subscribe/',
          ...parts,
        }),
        opml: 'https://notes.example.com/feeds.opml',
        tags: [],
      }),
    )![0];

  it('links to the topics and to how to subscribe, and says where one is', () => {
    expect(header()).toContain(
      '<a href="https://notes.example.com/tags/" aria-current="page">Tags</a>',
    );
    expect(header()).toContain(
      '<a class="follow" href="https://notes.example.com/subscribe/">Subscribe</a>',
    );
  });

  it('links to nothing twice', () => {
    const html = header({
      appearance: {
        ...DEFAULT_APPEARANCE,
        headerLinks: [
          { label: 'Topics', address: '/tags' },
          { label: 'Feeds', address: 'https://notes.example.com/subscribe/' },
        ],
      },
    });
    expect(html.match(/<a /g)).toHaveLength(3);
    expect(html).toContain('>Topics</a>');
    expect(html).not.toContain('class="follow"');
  });

  it('is the name alone where there is nothing else', () => {
    const html = header({ topicIndexes: [], subscribe: undefined });
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).not.toContain('<nav');
  });
});

describe('the archive', () => {
  it('lists articles below their months, after links to the years', async () => {
    const year = (title: string) => ({
      title,
      href: `https://notes.example.com/archive/${title}/`,
      description: '',
      articles: 300,
    });
    const html = renderTags({
      ...samplePage({ title: 'Archive' }),
      opml: 'https://notes.example.com/feeds.opml',
      tags: [year('2026'), year('2025')],
      months: [
        {
          month: '2026-11',
          title: 'November 2026',
          entries: [
            {
              title: HOSTILE,
              href: 'https://notes.example.com/posts/a/',
              date: { iso: '2026-11-03T09:00:00+07:00', text: 'Nov 3' },
            },
          ],
        },
      ],
    });
    expect(html).toContain('<h2 id="m2026-11">November 2026</h2>');
    expect(html).toContain('<time datetime="2026-11-03T09:00:00+07:00">Nov 3</time>');
    expect(html).toMatch(HOSTILE_ESCAPED);
    expect(html).toMatch(
      /<ul class="tags"><li><a href="[^"]*2026\/">2026<\/a>.*?300.*?<a href="[^"]*2025.*?<h2 /,
    );
    expect(await htmlProblems(html)).toEqual([]);
  });
});

describe('the list of tags', () => {
  const tag = (articles: number, parts = {}) => ({
    title: `Tag ${articles}`,
    href: `https://notes.example.com/tags/tag-${articles}/`,
    description: 'About it.',
    articles,
    ...parts,
  });

  it('is valid HTML with one h1, and counts the articles of each tag', async () => {
    const html = renderTags({ ...samplePage(), opml: OPML, tags: [tag(0), tag(1), tag(19)] });
    expect(await htmlProblems(html)).toEqual([]);
    expect(countElements(html, 'h1')).toBe(1);
    expect(html).toContain('<a href="https://notes.example.com/tags/tag-19/">Tag 19</a>');
    expect(html).toContain('>0 articles<');
    expect(html).toContain('>1 article<');
    expect(html).toContain('>19 articles<');
  });

  it('says so when there are none', async () => {
    const html = tags();
    expect(html).toContain('No tags yet.');
    expect(await htmlProblems(html)).toEqual([]);
    const others = renderTags({ ...samplePage(), opml: OPML, tags: [] });
    expect(others).toContain('No articles yet.');
    expect(others).not.toContain('No tags');
  });

  it('shows hostile titles and descriptions as text', async () => {
    const html = renderTags({
      ...samplePage(),
      opml: OPML,
      tags: [tag(1, { title: HOSTILE, description: HOSTILE })],
    });
    expect(html).toMatch(HOSTILE_ESCAPED);
    expect(countElements(html, 'script')).toBe(0);
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('shows pictures, and a letter in the place of one, where any tag has one', async () => {
    const tagged = (image?: Picture) =>
      renderTags({
        ...samplePage(),
        opml: 'https://notes.example.com/feeds.opml',
        tags: [tag(1, { image }), tag(2)],
      });
    const html = tagged({ src: 'https://notes.example.com/tag.webp', alt: 'A tag' });
    expect(html).toContain('src="https://notes.example.com/tag.webp"');
    expect(html).toContain('<span class="portrait" aria-hidden="true" data-initial="T"></span>');
    expect(await htmlProblems(html)).toEqual([]);
    expect(tagged()).not.toContain('class="portrait"');
  });
});

describe('an error', () => {
  it('is a valid page with one h1 that search engines leave alone', async () => {
    const html = renderError({
      ...samplePage({ title: 'Page not found', canonical: undefined, description: '', feeds: [] }),
      message: 'There is nothing at this address.',
    });
    expect(await htmlProblems(html)).toEqual([]);
    expect(countElements(html, 'h1')).toBe(1);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain('rel="canonical"');
    expect(html).toContain('There is nothing at this address.');
  });
});

describe('the page that explains feeds', () => {
  it('is where others say what a feed is, and does not lead to itself', () => {
    const subscribe = 'https://notes.example.com/subscribe/';
    const render = (parts: Partial<Page>): string =>
      renderSubscribe({ ...samplePage({ subscribe, ...parts }), opml: OPML, subscriptions: [] });
    expect(render({})).toContain(`<a href="${subscribe}">What is a feed?</a>`);
    expect(render({ canonical: subscribe })).not.toContain('What is a feed?');
  });
});
