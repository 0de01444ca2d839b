import path from 'node:path';

import { newDependencies, trackDependencies } from '../../../src/lib/cache-tags';
import { FEED_FORMATS } from '../../../src/feed/formats';
import { createRenderings, SMALL_BODY } from '../../../src/cache/renderings';
import { shortenTimers } from '../../helpers/clock';

const LINK = 'https://www.example.com/posts/a/';
const FAILING = path.resolve(__dirname, '../../helpers/failing-worker.cjs');
const LONG = 'A long *body*. '.repeat(SMALL_BODY / 10);
const later = () => Date.now() + 300_000;
const HTML = { kind: 'html' } as const;
const NONE = { images: [], links: [], lost: [], empty: [] };

const create = (worker?: string) => {
  const warnings: string[] = [];
  const renderings = createRenderings({ warn: (message) => void warnings.push(message) }, worker);
  return { ...renderings, warnings };
};

let stop: () => Promise<void> = async () => undefined;
afterEach(() => stop());
afterEach(() => jest.restoreAllMocks());

test('requests at once share one rendering, and later ones its result', async () => {
  const renderings = create();
  stop = renderings.stop;
  const found = await Promise.all(
    Array.from({ length: 5 }, () => renderings.body('A *body*.', LINK, later())),
  );
  expect(new Set(found.map((one) => one?.html))).toEqual(new Set(['<p>A <em>body</em>.</p>\n']));
  await renderings.body('A *body*.', LINK, later());
  expect(renderings.performed()).toEqual({ here: 1, inThreads: 0 });
});

test('only long bodies take a thread', async () => {
  const renderings = create();
  stop = renderings.stop;
  await renderings.body('x'.repeat(SMALL_BODY), LINK, later());
  expect(renderings.performed()).toEqual({ here: 1, inThreads: 0 });
  expect((await renderings.body(LONG, LINK, later()))?.html).toContain('<em>body</em>');
  expect(renderings.performed()).toEqual({ here: 1, inThreads: 1 });
});

test('addresses are resolved against each link the article has', async () => {
  const renderings = create();
  stop = renderings.stop;
  const htmls = [LINK, 'https://www.example.com/posts/b/'].map(
    async (link) => (await renderings.body('[c](c)', link, later()))?.html,
  );
  expect(await Promise.all(htmls)).toEqual([
    '<p><a href="https://www.example.com/posts/a/c">c</a></p>\n',
    '<p><a href="https://www.example.com/posts/b/c">c</a></p>\n',
  ]);
});

test.each(['Endless', 'Huge'])(
  'a body that is %s work in its thread is plain text, tried once, and others go on',
  async (kind) => {
    const renderings = create(FAILING);
    stop = renderings.stop;
    // A thread is given ten seconds for a body.
    if (kind === 'Endless') shortenTimers(10_000, 500);
    const body = `${kind} *work*. ${LONG}`;
    expect(await renderings.body(body, LINK, later())).toMatchObject({
      isHeavy: true,
      html: expect.stringContaining(`<p>${kind} *work*.`),
    });
    await renderings.body(body, LINK, later());
    expect(renderings.performed().inThreads).toBe(1);
    expect(await renderings.body(LONG, LINK, later())).toMatchObject({ isHeavy: false });
    expect(renderings.warnings).toEqual([]);
  },
);

test('a response that cannot wait goes without, and the next one has it', async () => {
  const renderings = create();
  stop = renderings.stop;
  expect(await renderings.body(LONG, LINK, 0)).toBeUndefined();
  expect(await renderings.body(LONG, LINK, later())).toMatchObject({ isHeavy: false });
  expect(renderings.performed().inThreads).toBe(1);
});

describe('a response', () => {
  const isIncomplete = async (make: () => Promise<unknown>): Promise<boolean> => {
    const dependencies = newDependencies();
    await trackDependencies(dependencies, make);
    expect(Number.isFinite(dependencies.expires)).toBe(dependencies.isIncomplete);
    return dependencies.isIncomplete;
  };
  const date = new Date('2026-01-15T02:00:00Z');
  const feedOf = (contentHtml: string) => ({
    channel: {
      ...{ id: LINK, link: LINK, feedUrl: LINK, title: 'A feed', siteName: 'A site' },
      ...{ description: '', language: 'en', timeZone: 'UTC', updated: date, generator: 'a test' },
    },
    items: [
      { title: 'A', link: LINK, guid: LINK, date, updated: date, summary: 'A.', contentHtml },
    ],
  });
  const [format] = FEED_FORMATS;

  test('is incomplete while a body is not rendered in time, and no more once it is', async () => {
    const renderings = create();
    stop = renderings.stop;
    expect(await isIncomplete(() => renderings.body(LONG, LINK, 0))).toBe(true);
    expect(await isIncomplete(() => renderings.body(LONG, LINK, later()))).toBe(false);
    expect(await isIncomplete(() => renderings.body(LONG, LINK, 0))).toBe(false);
  });

  test('is incomplete where no thread renders a long body or a long feed', async () => {
    const renderings = create('/there/is/no/worker.js');
    stop = renderings.stop;
    expect(await isIncomplete(() => renderings.body(LONG, LINK, later()))).toBe(true);
    const long = feedOf('Long. '.repeat(50_000));
    expect(await isIncomplete(() => renderings.document(format!, long))).toBe(true);
    expect(await isIncomplete(() => renderings.document(format!, feedOf('Short.')))).toBe(false);
  });
});

test('without threads long bodies are plain text, which is said once', async () => {
  const renderings = create('/there/is/no/worker.js');
  stop = renderings.stop;
  expect(await renderings.body(LONG, LINK, later())).toMatchObject({ isHeavy: true });
  expect(await renderings.body(`${LONG}!`, LINK, later())).toMatchObject({ isHeavy: true });
  expect(await renderings.body('A *body*.', LINK, later())).toMatchObject({ isHeavy: false });
  expect(renderings.warnings).toHaveLength(1);
});

describe('bodies that are no Markdown', () => {
  const plan = {
    kind: 'components',
    components: {
      own: {
        name: 'Own',
        parts: [],
        relations: [],
        inner: [],
        render: ({ body }: Record<string, unknown>) => {
          if (body === undefined) throw new Error('No body');
          return String(body);
        },
      },
    },
  } as const;
  const own = (body?: string) => ({ plan, value: [{ __component: 'own', body }] });

  test('are rendered once of each text, short ones here and long ones in a thread', async () => {
    const renderings = create();
    stop = renderings.stop;
    for (const body of [own('<p>a</p>'), own('<p>a</p>'), { plan: HTML, value: '<p>a</p>' }]) {
      expect((await renderings.body(body, LINK, later()))?.html).toBe('<p>a</p>');
    }
    expect(renderings.performed()).toEqual({ here: 1, inThreads: 0 });
    const long = await renderings.body(own(`<p>${LONG}</p>`), LINK, later());
    const html = `<p>${LONG}</p>`;
    expect(long).toEqual({ html, references: NONE, isHeavy: false, missing: [] });
    expect(renderings.performed()).toEqual({ here: 1, inThreads: 1 });
  });

  test('are not taken for Markdown of the same text', async () => {
    const renderings = create();
    stop = renderings.stop;
    const texts = ['a *b*', { plan: { kind: 'text' } as const, value: 'a *b*' }].map(
      async (body) => (await renderings.body(body, LINK, later()))?.html,
    );
    expect(await Promise.all(texts)).toEqual(['<p>a <em>b</em></p>\n', '<p>a *b*</p>\n']);
  });

  test('have summaries, and are given as Markdown', async () => {
    const renderings = create();
    stop = renderings.stop;
    const body = own('<h2>Title</h2><p>One <b>two</b>.</p>');
    const settings = { summaryWords: 70, language: 'en' };
    expect(await renderings.summary({ body }, settings, later())).toBe('One two.');
    expect(await renderings.markdown(body, LINK, later())).toBe('## Title\n\nOne **two**.');
  });

  test('are given as their text where they are too much for Markdown', async () => {
    const renderings = create();
    stop = renderings.stop;
    const body = own(`<p>a</p>${'<div>'.repeat(200)}<p>b</p>`);
    expect(await renderings.markdown(body, LINK, later())).toMatch(/^a\s+b\s+$/);
  });

  test('whose function fails are told of once, by the name of the component', async () => {
    const renderings = create();
    stop = renderings.stop;
    for (let time = 0; time < 3; time += 1) {
      expect(await renderings.body(own(), LINK, later())).toMatchObject({
        html: '',
        missing: [{ name: 'Own', error: 'No body' }],
      });
    }
    expect(renderings.warnings).toEqual([
      'Syndication: the function that renders the component “Own” failed, and nothing is shown of it: No body',
    ]);
  });

  test('are plain text without their tags where threads fail', async () => {
    const renderings = create(FAILING);
    stop = renderings.stop;
    const rendered = await renderings.body(own(`<p>a</p>${LONG}`), LINK, later());
    expect(rendered).toMatchObject({ isHeavy: true });
    expect(rendered?.html).toMatch(/^<p>a<\/p>\n<p>A long/);
    const settings = { summaryWords: 5, language: 'en' };
    const body = `First *words*.\n\n${'A long text. '.repeat(2_000)}`;
    const summary = await renderings.summary({ body }, settings, later());
    expect(summary).toMatch(/^First words\.\nA long text\./);
  });
});
