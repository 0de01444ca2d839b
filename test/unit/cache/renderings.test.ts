import path from 'node:path';

import { createRenderings, SMALL_BODY } from '../../../src/cache/renderings';

const LINK = 'https://www.example.com/posts/a/';
const FAILING = path.resolve(__dirname, '../../helpers/failing-worker.cjs');
const LONG = 'A long *body*. '.repeat(SMALL_BODY / 10);
const later = () => Date.now() + 300_000;

const create = (worker?: string) => {
  const warnings: string[] = [];
  const renderings = createRenderings({ warn: (message) => void warnings.push(message) }, worker);
  return { ...renderings, warnings };
};

let stop: () => Promise<void> = async () => undefined;
afterEach(() => stop());

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

test('without threads long bodies are plain text, which is said once', async () => {
  const renderings = create('/there/is/no/worker.js');
  stop = renderings.stop;
  expect(await renderings.body(LONG, LINK, later())).toMatchObject({ isHeavy: true });
  expect(await renderings.body(`${LONG}!`, LINK, later())).toMatchObject({ isHeavy: true });
  expect(await renderings.body('A *body*.', LINK, later())).toMatchObject({ isHeavy: false });
  expect(renderings.warnings).toHaveLength(1);
});
