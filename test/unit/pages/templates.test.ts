import { createHash } from 'node:crypto';

import { templates as example } from '../../../examples/templates/config/templates';
import { createSafeTemplates, type Templates, html, raw } from '../../../src/pages/templates';
import { renderArticle } from '../../../src/pages/article';
import { renderError } from '../../../src/pages/document';
import { drawCards, renderListing, renderTags } from '../../../src/pages/listing';
import type { ArticlePage, ListingPage, Page } from '../../../src/pages/model';
import { renderSubscribe } from '../../../src/pages/subscribe';
import { pagePolicy } from '../../../src/public/page-forms';
import { htmlProblems } from '../../helpers/html';
import { HOSTILE, HOSTILE_ESCAPED, samplePage } from '../../helpers/pages';
import { refusedOptions } from '../../helpers/refused-options';

const OPML = 'https://notes.example.com/feeds.opml';
const date = { iso: '2026-01-15T09:00:00+07:00', text: 'January 15, 2026' };

const refuse = (error: Error): never => {
  throw error;
};

/** What every page has, with templates. */
const withTemplates = (
  templates?: Partial<Templates>,
  onError: (error: Error) => void = refuse,
): Page => ({
  ...samplePage({ title: 'How I Format JSON' }),
  templates: templates && createSafeTemplates({ model: 1, ...templates }, onError),
});

const article = (page: Page, parts: Partial<ArticlePage> = {}): string =>
  renderArticle({
    ...page,
    date,
    modified: date.iso,
    tags: [],
    bodyHtml: '<p>Text.</p>',
    headings: [],
    ...parts,
  });

const listing = (page: Page, parts: Partial<ListingPage> = {}): string =>
  renderListing({
    ...page,
    pageNumber: 1,
    pageCount: 1,
    entries: ['one', 'two'].map((name) => ({
      title: `Title of ${name}`,
      href: `https://notes.example.com/posts/${name}/`,
      date,
      excerpt: `Excerpt of ${name}`,
      tags: [{ title: 'Api', href: 'https://notes.example.com/tags/api/' }],
    })),
    ...parts,
  });

/** Each kind of page. */
const KINDS: Record<string, (page: Page) => string> = {
  article,
  listing,
  tags: (page) => renderTags({ ...page, opml: OPML, tags: [] }),
  subscribe: (page) => renderSubscribe({ ...page, opml: OPML, subscriptions: [] }),
  error: (page) => renderError({ ...page, canonical: undefined, message: 'Nothing here.' }),
};

const names = Object.keys(KINDS);

describe('HTML that a template makes', () => {
  it('escapes what is put in, for content and for attributes', () => {
    const made = String(html`<p title="${HOSTILE}">${HOSTILE}</p>`);
    expect(made).toMatch(HOSTILE_ESCAPED);
    expect(made).not.toContain('<script>');
    expect(made).toContain('&quot;');
  });

  it('takes HTML, lists and nothing for what they are', () => {
    const items = ['a<b', 'c'].map((item) => html`<b>${item}</b>`);
    expect(String(html`<p>${items}</p>`)).toBe('<p><b>a&lt;b</b><b>c</b></p>');
    expect(String(html`${[undefined, null, false, true, 0, raw('<hr>')]}`)).toBe('0<hr>');
  });
});

describe('templates', () => {
  it.each(names)('leave a page of kind "%s" byte for byte without any', (kind) => {
    expect(KINDS[kind]!(withTemplates({}))).toBe(KINDS[kind]!(withTemplates()));
  });

  it.each(names)('draw the content of a page of kind "%s", and the rest stays', async (kind) => {
    const page = withTemplates({ [kind]: () => html`<h1>Mine</h1>` } as Partial<Templates>);
    const made = KINDS[kind]!(page);
    expect(made).toContain('<main class="column" id="content"><h1>Mine</h1></main>');
    expect(made).toContain('<header class="site">');
    expect(made).toContain('<title>How I Format JSON · Field Notes</title>');
    expect(await htmlProblems(made)).toEqual([]);
  });

  it.each(names)('draw what is above and below a page of kind "%s"', (kind) => {
    const made = KINDS[kind]!(
      withTemplates({
        header: ({ siteName }) => html`<header>${siteName} & more</header>`,
        footer: () => '<footer>Mine</footer>',
        head: (_page, { render }) => html`${render()}<meta name="theme-color" content="#123456" />`,
      }),
    );
    expect(made).toContain('<header>Field Notes & more</header><main');
    expect(made).toContain('</main><footer>Mine</footer></body>');
    expect(made).toContain('<meta name="theme-color" content="#123456" />');
  });

  it('keep the structured data of an article unless they draw the head without it', () => {
    expect(article(withTemplates({ head: (_page, { render }) => render() }))).toContain('ld+json');
    expect(article(withTemplates({ head: () => '' }))).not.toContain('ld+json');
  });

  it('get the part as it is without them, of the same model or of a changed one', () => {
    const made = listing(
      withTemplates({
        listing: (page, { render }) =>
          html`<p>Before</p>
            ${render({ ...page, title: 'Another title' })}`,
        entry: (entry, { page, render }) =>
          html`${render({ ...entry, tags: [] })}
            <p>${page.siteName}: ${entry.title}</p>`,
      }),
    );
    expect(made).toContain('<p>Before</p>');
    expect(made).toContain('<h1><bdi>Another title</bdi></h1>');
    expect(made.match(/<p>Field Notes: Title of (?:one|two)<\/p><\/li>/g)).toHaveLength(2);
    expect(made).toContain('<p dir="auto">Excerpt of one</p>');
  });

  it('get the cards of a list of tags that are drawn already, unless they show another list', () => {
    const toTag = (title: string) => ({
      title,
      href: `https://notes.example.com/tags/${title}/`,
      description: '',
      articles: 1,
    });
    const render = (templates?: Partial<Templates>): string => {
      const page = { ...withTemplates(templates), opml: OPML, tags: ['api', 'ui'].map(toTag) };
      const cards = page.tags.map((tag) => drawCards(page, [tag])).join('');
      const made = renderTags(page, cards);
      expect(made).toBe(renderTags(page));
      return made;
    };
    expect(render()).toMatch(/>api<[^]*>ui</);
    expect(render({ tags: (_page, { render: draw }) => draw() })).toBe(render());
    const other = render({
      tags: (page, { render: draw }) => draw({ ...page, tags: [toTag('other')] }),
    });
    expect(other).toContain('>other<');
    expect(other).not.toContain('>api<');
  });

  it('bring a style sheet, which stands behind the plugin’s and is allowed by its hash', () => {
    const page = withTemplates({ style: 'h1{color:red}' });
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(article(page)) ?? [];
    expect(style).toMatch(/^:root[\s\S]+\nh1\{color:red\}$/);
    const hash = createHash('sha256').update(style).digest('base64');
    expect(pagePolicy(page)).toContain(`style-src 'sha256-${hash}';`);
    const whole = withTemplates({ style: (own) => own.slice(0, 10) });
    expect(/<style>([\s\S]*?)<\/style>/.exec(article(whole))?.[1]).toHaveLength(10);
  });

  it('cannot end the style sheet’s element by accident', async () => {
    const page = withTemplates({ style: 'a::after{content:"</style><b>"}' });
    expect(article(page).match(/<\/style>/g)).toHaveLength(1);
    expect(await htmlProblems(article(page))).toEqual([]);
  });

  it('bring a style sheet whose hash is that of the text a browser has', () => {
    const page = withTemplates({ style: 'h1{color:red}\r\nh2{color:blue}\r' });
    expect(article(page)).toContain('\nh1{color:red}\nh2{color:blue}\n</style>');
    expect(article(page)).not.toContain('\r');
  });

  it('stand beside an entry with its cover, and not between its parts', () => {
    const cover = { src: 'https://notes.example.com/a.png', alt: '' };
    const shown = {
      title: 'One',
      href: 'https://notes.example.com/posts/one/',
      date,
      excerpt: '',
      cover,
    };
    const drawn = (templates?: Partial<Templates>): string => {
      const page = withTemplates(templates);
      const appearance = { ...page.appearance, listing: ['cover' as const] };
      return listing({ ...page, appearance }, { entries: [shown] });
    };
    expect(drawn()).toContain('<li class="covered"><div><h2 dir="auto">');
    expect(
      drawn({
        entry: (_entry, { render }) =>
          html`${render()}
            <p>More</p>`,
      }),
    ).toMatch(/<li><div class="covered"><div><h2 dir="auto">.*<\/a><\/div>\s*<p>More<\/p><\/li>/);
    const without = {
      entry: (entry: typeof shown, { render }: { render: (other: object) => unknown }) =>
        render({ ...entry, cover: undefined }),
    };
    expect(drawn(without as never)).not.toContain('covered"');
  });

  it('add to what a page may use, and nothing else is allowed', () => {
    const contentSecurityPolicy = {
      'script-src': ["'self'", 'https://stats.example.com'],
      'form-action': ['https://lists.example.com'],
    };
    const policy = pagePolicy(withTemplates({ contentSecurityPolicy }));
    const directives = Object.fromEntries(
      policy.split('; ').map((directive) => {
        const [name, ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
    expect(directives).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'", 'https://stats.example.com'],
      'form-action': ['https://lists.example.com'],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'self'"],
    });
    expect(pagePolicy(withTemplates())).not.toContain('script-src');
  });

  it.each([
    ['throw', () => refuse(new Error('no such thing'))],
    ['return nothing', () => undefined],
    ['return a promise', async () => '<p>Later</p>'],
    ['return one that fails', async () => refuse(new Error('too late'))],
    ['return a number', () => 1],
  ])('that %s leave the part as it is without them, and say so once', (_what, template) => {
    const said: string[] = [];
    const page = withTemplates(
      { article: template, header: template, style: template } as unknown as Partial<Templates>,
      ({ message }: Error) => void said.push(message),
    );
    expect(article(page)).toBe(article(withTemplates()));
    article(page);
    expect(said.map((message) => message.split(' failed: ')[0]).sort()).toEqual([
      'The template "article"',
      'The template "header"',
      'The template "style"',
    ]);
  });

  it.each(names)(
    'of the example make valid pages of kind "%s", whatever an editor types',
    async (kind) => {
      const page = withTemplates(example);
      expect(await htmlProblems(KINDS[kind]!(page))).toEqual([]);
      expect(KINDS[kind]!(page)).toContain('<nav class="topics column"');
      const hostile = article(page, { author: HOSTILE });
      expect(hostile).toMatch(HOSTILE_ESCAPED);
      expect(hostile).not.toContain('<script>alert');
    },
  );
});

describe('the option "templates"', () => {
  const refusals = (templates: object) =>
    refusedOptions({ templates }).map((said) => said.replace('The option "templates": ', ''));

  it('is refused with what is wrong and what is allowed', () => {
    expect(
      refusals({
        model: 2,
        footers: () => '',
        header: '<header></header>',
        style: 1,
        contentSecurityPolicy: { script: [], 'font-src': "'self'", 'img-src': ['a; b'] },
      }),
    ).toEqual([
      '"header" was "<header></header>". Allowed: a function from a model to HTML.',
      '"model" was 2. Allowed: 1, the version of the models that templates get; see node_modules/strapi-plugin-syndication/docs/templates.md.',
      '"style" was 1. Allowed: a style sheet, or a function.',
      expect.stringMatching(/^"contentSecurityPolicy.font-src" was "'self'"\. Allowed: a list/),
      expect.stringMatching(/^"contentSecurityPolicy.img-src\[0\]" was "a; b"\. Allowed: a list/),
      expect.stringMatching(
        /^There is no "contentSecurityPolicy.script"\. (?:Did you mean|Allowed: child-src)/,
      ),
      'There is no "footers". Did you mean "footer"?',
    ]);
  });

  it('takes the example', () => expect(refusals(example)).toEqual([]));

  it('says which model it is for', () => {
    expect(refusals({ header: () => '' })).toEqual([
      expect.stringMatching(/^"model" was undefined\. Allowed: 1,/),
    ]);
  });
});
