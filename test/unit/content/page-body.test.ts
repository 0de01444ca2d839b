import fc from 'fast-check';
import { DomUtils, parseDocument } from 'htmlparser2';

import { renderBody } from '../../../src/content/body';
import { bodySourceOf } from '../../../src/content/body-source';
import { summariseBody } from '../../../src/content/body-summary';
import {
  type PageBodyOptions,
  renderPageBody,
  readingMinutes,
} from '../../../src/content/page/page-body';
import { renderArticle } from '../../../src/pages/article';
import type { ArticlePage } from '../../../src/pages/model';
import { htmlProblems } from '../../helpers/html';
import { HOSTILE } from '../../helpers/hostile';
import { samplePage } from '../../helpers/pages';

const LINK = 'https://www.example.com/posts/a/';
const WITHOUT_PICTURES = {
  link: LINK,
  pictures: {},
  shownAt: '40rem',
  hasCover: false,
};

const feedOf = (body: string): string => renderBody(bodySourceOf(body), LINK).html;

const bodyOf = (body: string, options: Partial<PageBodyOptions> = {}) =>
  renderPageBody(feedOf(body), { ...WITHOUT_PICTURES, ...options });

const htmlOf = (body: string, options?: Partial<PageBodyOptions>): string =>
  bodyOf(body, options).html;

const pageOf = (body: string, parts: Partial<ArticlePage> = {}): string => {
  const { html, headings, minutes } = bodyOf(body);
  return renderArticle({
    ...samplePage({ canonical: LINK }),
    date: { iso: '2026-01-15T09:00:00+07:00', text: 'January 15, 2026' },
    modified: '2026-01-16T09:00:00+07:00',
    tags: [],
    bodyHtml: html,
    headings,
    minutes,
    ...parts,
  });
};

const idsOf = (html: string): string[] =>
  DomUtils.findAll(({ attribs }) => 'id' in attribs, parseDocument(html).children).map(
    ({ attribs }) => attribs.id!,
  );

const linksOf = (html: string): string[] =>
  DomUtils.findAll(({ name }) => name === 'a', parseDocument(html).children).map(
    ({ attribs }) => attribs.href!,
  );

describe('headings', () => {
  it('can be linked to, by the names GitHub gives them', async () => {
    const body = "## What's `new` in 2.0?\n\n### Überblick & mehr\n\n## 日本語の見出し";
    const html = htmlOf(body);
    expect(await htmlProblems(pageOf(body))).toEqual([]);
    expect(idsOf(html)).toEqual(['whats-new-in-20', 'überblick-mehr', '日本語の見出し']);
    expect(linksOf(html)).toEqual(['#whats-new-in-20', '#überblick-mehr', '#日本語の見出し']);
  });

  it('of one name are told apart, from each other and from what the page has', () => {
    expect(idsOf(htmlOf('## Errors\n\n## Errors\n\n## Errors 1\n\n## Content\n\n## !'))).toEqual([
      'errors',
      'errors-1',
      'errors-1-1',
      'content-1',
      'section',
    ]);
  });

  it('that begin with a number are found by the name GitHub gives them', async () => {
    const body = '[First](#1-errors)\n\n## 1. Errors';
    expect(idsOf(htmlOf(body))).toEqual(['section-1-errors']);
    expect(linksOf(htmlOf(body))).toEqual(['#section-1-errors', '#section-1-errors']);
    expect(await htmlProblems(pageOf(body))).toEqual([]);
  });

  it.each([
    ['1. Übersicht', '1-übersicht'],
    ['2. การติดตั้ง', '2-การติดตั้ง'],
  ])('that begin with a number are found in any script: %s', (title, name) => {
    const body = `[See](#${name})\n\n## ${title}`;
    expect(idsOf(htmlOf(body))).toEqual([`section-${name}`]);
    expect(linksOf(htmlOf(body)).map(decodeURIComponent)).toEqual([
      `#section-${name}`,
      `#section-${name}`,
    ]);
  });

  it('are left alone by links that are no text', () => {
    const links = '<a href="#1-%E0%A4%A">a</a> <a href="#%C3%BCber">b</a>';
    const html = htmlOf(`${links}\n\n## 1. Errors\n\n## Über`);
    expect(linksOf(html).slice(0, 2)).toEqual(['#1-%E0%A4%A', '#%C3%BCber']);
  });

  it('with a link keep it', () => {
    expect(htmlOf('## See [the site](https://example.com/)')).toBe(
      '<h2 id="see-the-site" dir="auto">See <a href="https://example.com/">the site</a></h2>\n',
    );
  });

  it.each(['content', 'contents', 'related articles', 'subscribe'])(
    'leave to the page around them what it calls its own: %s',
    (title) => {
      const id = title.replace(' ', '-');
      expect(idsOf(htmlOf(`## ${title}`))).toEqual([`${id}-1`]);
    },
  );

  it('have ids that occur once, whatever they say', () => {
    const word = fc.constantFrom(
      'a',
      'a-1',
      'a 1',
      'content',
      'contents',
      '!',
      'fn-1',
      'fnref 1',
      '<b>a</b>',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const ids = idsOf(pageOf(words.map((text) => `## ${text}\n\nText[^1].`).join('\n\n')));
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('have no ids in feeds, which show many articles', () => {
    expect(feedOf('## Errors')).toBe('<h2>Errors</h2>\n');
  });
});

describe('the contents', () => {
  const section = (title: string) => `${title}\n\n${'word '.repeat(300)}\n\n`;
  const headings = ['## One', '### One and a half', '## Two <b>', '#### Deep'];

  it('of a long article lead to its parts', async () => {
    const html = pageOf(headings.map(section).join(''));
    const [, list = ''] = /<nav class="contents"[^>]*>([^]*)<\/nav>/.exec(html) ?? [];
    expect(linksOf(list)).toEqual(['#one', '#one-and-a-half', '#two']);
    expect(list.match(/<ol>/g)).toHaveLength(2);
    linksOf(list).forEach((href) => expect(idsOf(html)).toContain(href.slice(1)));
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('of a short article, and of one with few headings, are not shown', () => {
    expect(pageOf(headings.join('\n\n'))).not.toContain('<nav');
    expect(pageOf(section('## One').repeat(2))).not.toContain('<nav');
  });

  it('of very many parts name the larger ones alone', () => {
    const html = pageOf(`${section('## Part')}### Step\n\n### Step\n\n`.repeat(30));
    const links = linksOf(/<nav[^]*<\/nav>/.exec(html)![0]);
    expect(links).toHaveLength(30);
    expect(links.every((href) => href.startsWith('#part'))).toBe(true);
  });

  it('of an endless article end', () => {
    const html = pageOf(section('## Again').repeat(200));
    expect(linksOf(/<nav[^]*<\/nav>/.exec(html)![0])).toHaveLength(100);
  });
});

describe('footnotes', () => {
  const BODY = 'One[^a], two[^b], one again[^a].\n\n[^a]: The *first*.\n[^b]: The second.';

  it('lead there and back on the page', async () => {
    const html = pageOf(BODY);
    const body = /<div class="body">([^]*)<\/ol>/.exec(html)![1]!;
    expect(linksOf(body)).toEqual([
      ...['#fn-1', '#fn-2', '#fn-1', '#fnref-1', '#fnref-1-2', '#fnref-2'],
    ]);
    expect(idsOf(body)).toEqual(['fnref-1', 'fnref-2', 'fnref-1-2', 'fn-1', 'fn-2']);
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('lead from a feed to the page', () => {
    linksOf(feedOf(BODY)).forEach((href) => expect(href).toMatch(`${LINK}#fn`));
  });

  it('are no part of a summary', () => {
    const options = { summaryWords: 70, language: 'en' };
    expect(summariseBody(bodySourceOf(BODY), options)).toBe('One, two, one again.');
    const long = `${'A word of it[^a]. '.repeat(2_000)}\n\n[^a]: Note.`;
    expect(summariseBody(bodySourceOf(long), options)).toMatch(/^(?:A word of it\. ?)+$/);
  });

  it('too many to copy are plain text', () => {
    const notes = Array.from({ length: 1_001 }, (_, index) => index);
    const body = notes.map((note) => `a[^${note}]\n\n[^${note}]: b\n\n`).join('');
    expect(renderBody(bodySourceOf(body), LINK).isHeavy).toBe(true);
  });

  it('do not take the ids of others', () => {
    expect(feedOf('<a id="content">x</a> <li id="fn-1">y</li><li id="fn-1">z</li>')).toBe(
      '<p><a>x</a> <li id="fn-1">y</li><li>z</li></p>\n',
    );
  });
});

test('tasks show whether they are done, on the page, in feeds and in summaries', async () => {
  const body = '- [x] Write\n- [ ] Test `it`\n- [link](/a)\n\n1. [X] Done';
  expect(feedOf(body)).toContain('<li class="task">☑ Write</li>\n<li class="task">☐ Test <code>');
  expect(feedOf(body)).toContain('<li class="task">☑ Done</li>');
  expect(feedOf('[x] no list')).toContain('<p>[x] no list</p>');
  expect(feedOf('- # [x] a heading')).toMatch(/<li>\s*<h2>\[x\] a heading/);
  expect(await htmlProblems(pageOf(body))).toEqual([]);
});

describe('a picture alone in its paragraph', () => {
  it('with a title is a figure, with the title as its caption', async () => {
    const caption = '<figcaption>A "fox" &amp; more</figcaption>';
    expect(feedOf('![Fox](fox.png \'A "fox" & more\')')).toBe(
      `<figure><img src="${LINK}fox.png" alt="Fox" />${caption}</figure>\n`,
    );
    expect(feedOf('[![Fox](fox.png "A fox")](/large/)')).toMatch(
      /^<figure><a href="[^"]+"><img [^>]+ \/><\/a><figcaption>A fox<\/figcaption><\/figure>/,
    );
    expect(await htmlProblems(pageOf('![Fox](fox.png "A fox")'))).toEqual([]);
  });

  it('is no figure without a title, with text beside it, in a list or as a heading', () => {
    expect(feedOf('![Fox](fox.png)')).toMatch(/^<p><img/);
    expect(feedOf('A ![Fox](fox.png "A fox")')).toMatch(/^<p>A <img [^>]*title="A fox"/);
    expect(feedOf('A ![Fox](fox.png "A fox") ran')).toMatch(/^<p>A <img [^>]*title="A fox"/);
    expect(feedOf('[![Fox](fox.png "A fox")](/large/) ran')).toMatch(/^<p><a [^>]*><img/);
    expect(feedOf('# ![Fox](fox.png "A fox")')).toMatch(/^<h2><img [^>]*title="A fox"/);
    expect(feedOf('- ![Fox](fox.png "A fox")\n- Dog')).toMatch(/<li><img [^>]*title="A fox"/);
  });

  it('says nothing in a summary', () => {
    const body = '![Fox](fox.png "A fox")\n\nIt is quick.';
    const options = { summaryWords: 70, language: 'en' };
    expect(summariseBody(bodySourceOf(body), options)).toBe('It is quick.');
  });
});

describe('code', () => {
  const block = (code: string, language = 'js') => `\`\`\`${language}\n${code}\n\`\`\``;

  it('is coloured by classes on the page, and plain in feeds', async () => {
    const body = block('const a = "<b>"; // done');
    expect(htmlOf(body)).toContain(
      '<span class="hljs-keyword">const</span> a = <span class="hljs-string">"&lt;b&gt;"</span>',
    );
    expect(feedOf(body)).not.toContain('<span');
    expect(await htmlProblems(pageOf(body))).toEqual([]);
  });

  it.each([
    ['of no language', block('const a', '')],
    ['of an unknown language', block('const a', 'klingon')],
    ['that is long', block('const a;\n'.repeat(700))],
    ['that a tool made smaller', block('const a;'.repeat(130))],
  ])('%s is left plain', (_name, body) => {
    expect(htmlOf(body)).toContain('const a');
    expect(htmlOf(body)).not.toContain('<span');
  });

  it('reads the same coloured, whatever it is', () => {
    const part = fc.constantFrom('const ', '"', "'", '<b>', '&amp;', '//', '/*', '{', '\n', 'é😀');
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 40 }),
        fc.constantFrom('js', 'xml', 'php'),
        (parts, language) => {
          const textOf = (html: string) => DomUtils.textContent(parseDocument(html));
          const body = block(parts.join(''), language);
          expect(textOf(htmlOf(body))).toBe(textOf(feedOf(body)));
        },
      ),
    );
  });

  it('of an article is coloured up to a length in all', () => {
    const html = htmlOf(`${block('const a;\n'.repeat(500))}\n\n`.repeat(10));
    expect(html.match(/<pre/g)).toHaveLength(10);
    expect(html.match(/hljs-keyword/g)).toHaveLength(6 * 500);
  });

  it('that is wide can be scrolled with the keyboard', () => {
    expect(htmlOf(block('x'.repeat(40)))).toContain('<pre tabindex="0">');
    expect(htmlOf(block('x'))).toContain('<pre><code');
  });
});

describe('the direction of a text', () => {
  /** Names of the elements that are set in the direction of their own text. */
  const directed = (body: string): string[] =>
    [...htmlOf(body).matchAll(/<(\w+)[^>]* dir="auto"/g)].map(([, name]) => name!);

  it('is that of its paragraph, heading, quotation or table', () => {
    expect(directed('One.\n\n## Two\n\n> Three.\n\n| A | B |\n|---|---|\n| 1 | 2 |')).toEqual([
      'p',
      'h2',
      'blockquote',
      'table',
    ]);
    expect(directed('<div><div>One.</div></div><details><summary>A</summary>B</details>')).toEqual([
      'div',
      'details',
    ]);
  });

  it('is that of the whole list, whose markers stand at its side', () => {
    expect(directed('- One\n\n- Two\n\n  1. Three')).toEqual(['ul']);
  });

  it('is the page’s where there are no letters', () => {
    expect(
      directed('![](/a.png)\n\n12.5\n\n<table><tr><td>12</td><td>–</td></tr></table>'),
    ).toEqual([]);
  });

  it('is what its author says', () => {
    expect(htmlOf('<p dir="rtl">One.</p>')).toContain('<p dir="rtl">One.</p>');
  });
});

test('tables scroll by themselves', async () => {
  const body = '| a | b |\n|---|---|\n| 1 | 2 |';
  expect(htmlOf(body)).toMatch(
    /^<div class="scroll" tabindex="0"><table dir="auto">[^]*<\/table><\/div>\n$/,
  );
  expect(feedOf(body)).toMatch(/^<table>/);
  expect(await htmlProblems(pageOf(body))).toEqual([]);
});

describe('sound and film', () => {
  it('alone in a paragraph has a player and a link to load it', async () => {
    const html = htmlOf('[Episode *one*](/uploads/one.mp3)');
    expect(html).toBe(
      '<figure><audio src="https://www.example.com/uploads/one.mp3" controls preload="metadata"></audio>' +
        '<figcaption dir="auto"><a href="https://www.example.com/uploads/one.mp3" download>Episode <em>one</em></a></figcaption></figure>\n',
    );
    expect(htmlOf('<https://cdn.example.com/a.MP4?x=1>')).toContain('<video src=');
    expect(await htmlProblems(pageOf('[One](/one.mp3)\n\n[Two](/two.mp4)'))).toEqual([]);
  });

  it('within a sentence is a link', () => {
    expect(htmlOf('Hear [one](/one.mp3).')).not.toContain('<audio');
  });

  it('that the author put there can be controlled', () => {
    expect(htmlOf('<audio src="/a.mp3"></audio>')).toContain(' controls');
  });
});

describe('pictures', () => {
  const KNOWN = {
    'https://www.example.com/uploads/fox.png': {
      width: 1200,
      height: 800,
      sizes: [
        { src: 'https://www.example.com/uploads/small_fox.png', width: 500 },
        { src: 'https://www.example.com/uploads/fox.png', width: 1200 },
      ],
    },
  };

  it('of the media library have their size and other sizes', () => {
    const html = htmlOf('![Fox](/uploads/fox.png)', { pictures: KNOWN });
    expect(html).toContain('width="1200" height="800"');
    expect(html).toContain(
      'srcset="https://www.example.com/uploads/small_fox.png 500w, https://www.example.com/uploads/fox.png 1200w"',
    );
    expect(html).toContain(' sizes="');
  });

  it('keep the size their author gave them', () => {
    const html = htmlOf('<img src="/uploads/fox.png" alt="" width="60">', { pictures: KNOWN });
    expect(html).toContain('width="60"');
    expect(html).not.toContain('height');
  });

  it('but the first of the page wait until a reader comes near', () => {
    const body = '![A](/a.png)\n\n![B](/b.png)';
    expect(htmlOf(body).match(/loading="lazy"/g)).toHaveLength(1);
    expect(htmlOf(body, { hasCover: true }).match(/loading="lazy"/g)).toHaveLength(2);
  });
});

test.each([
  ['word '.repeat(1_100), 5],
  ['漢字仮名交じり文。'.repeat(250), 4],
  ['', 1],
])('takes the minutes that people take', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes);
});

test.each(Object.entries(HOSTILE))('shows the text of any body: %s', (_name, text) => {
  const { html } = renderBody(bodySourceOf(text(20_000)), LINK);
  const textOf = (some: string) => DomUtils.textContent(parseDocument(some));
  const page = renderPageBody(html, WITHOUT_PICTURES);
  expect(textOf(page.html)).toBe(textOf(html));
});

describe('a link to a video', () => {
  const YOUTUBE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const still = (href: string, inside: string): string =>
    `<figure class="video"><a href="${href}">${inside}</a>`;

  it.each([
    [YOUTUBE, YOUTUBE, 'YouTube'],
    ['https://youtu.be/dQw4w9WgXcQ?t=42', 'https://youtu.be/dQw4w9WgXcQ?t=42', 'YouTube'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', YOUTUBE, 'YouTube'],
    [
      'https://www.youtube.com/shorts/dQw4w9WgXcQ',
      'https://www.youtube.com/shorts/dQw4w9WgXcQ',
      'YouTube',
    ],
    ['https://vimeo.com/76979871', 'https://vimeo.com/76979871', 'Vimeo'],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://vimeo.com/76979871/8272103f6e',
      'Vimeo',
    ],
    [
      'https://video.example.org/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d',
      'https://video.example.org/w/9c9de5e8-0a1e-484a-b099-e80766180a6d',
      'video.example.org',
    ],
    [
      'https://video.example.org/w/9dRFC6Ya11NCVeYKn8ZhiD',
      'https://video.example.org/w/9dRFC6Ya11NCVeYKn8ZhiD',
      'video.example.org',
    ],
  ])('alone in its paragraph is a still that leads to it: %s', (address, href, site) => {
    const { html } = bodyOf(`Before.\n\n${address}\n\nAfter.`);
    expect(html).toBe(
      `<p dir="auto">Before.</p>\n${still(href, site)}</figure>\n<p dir="auto">After.</p>\n`,
    );
  });

  it('shows its own words, and names the site below', () => {
    expect(bodyOf(`[A talk](${YOUTUBE})`).html).toContain(
      `${still(YOUTUBE, 'A talk')}<figcaption dir="auto">YouTube</figcaption></figure>`,
    );
  });

  it('keeps the picture that it is', () => {
    const { html } = bodyOf(`[![](https://www.example.com/still.png)](${YOUTUBE})`);
    expect(html).toContain(
      still(YOUTUBE, '<img src="https://www.example.com/still.png" alt="YouTube" />'),
    );
  });

  it('is a still in the place of a frame', () => {
    const frame =
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="A talk"></iframe>';
    expect(bodyOf(`Before.\n\n${frame}\n\nAfter.`).html).toContain(still(YOUTUBE, 'A talk'));
  });

  it('is a still in the place of media of CKEditor', () => {
    const media = `<figure class="media"><oembed url="${YOUTUBE}"></oembed></figure>`;
    expect(bodyOf(`<p>Before.</p>${media}<p>After.</p>`).html).toContain(still(YOUTUBE, 'YouTube'));
  });

  it('is a link as any other within a text, and in feeds', () => {
    expect(bodyOf(`See [a talk](${YOUTUBE}) first.`).html).toContain(
      `<p dir="auto">See <a href="${YOUTUBE}">a talk</a> first.</p>`,
    );
    expect(bodyOf(`<b>See</b>\n<a href="${YOUTUBE}">this</a>`).html).not.toContain('<figure');
    expect(feedOf(`[A talk](${YOUTUBE})`)).toContain(`<p><a href="${YOUTUBE}">A talk</a></p>`);
  });

  it.each([
    'https://www.youtube.com/@example',
    'https://www.youtube.com/watch?v=short',
    'https://vimeo.com/about',
    'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
    'https://www.example.com/w/page',
    'https://www.example.com/videos/watch/1',
  ])('is nothing else: %s', (address) => {
    expect(bodyOf(address).html).not.toContain('<figure');
  });

  it('asks nothing of the other site', () => {
    expect(bodyOf(YOUTUBE).html).not.toMatch(/<(?:img|iframe|video|script)/);
  });
});
