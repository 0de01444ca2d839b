/** @runs-on sqlite: Varnish and what it is told are the same on every database; two nodes are in `cdn-nodes.test.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';

import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { inTime, waitUntil } from '../helpers/due';
import {
  consumersOf,
  saveSettings,
  settled,
  tellSoon,
  untilKept,
  untilTold,
} from '../helpers/state';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy';
import { startVarnish, type Varnish, whyNoVarnish } from '../helpers/varnish';

/** Milliseconds after a write in which Varnish gives what the node gives; 3,000 are promised, of a machine that does nothing else. */
const WITHIN = 10_000;

const SECRET = 'of-varnish';

tellSoon();

const missing = whyNoVarnish();

// Skipped where Varnish cannot be installed, which the name of the suite then says: nothing else judges as it does.
(missing ? describe.skip : describe)(missing ?? 'Varnish in front of a node', () => {
  let app: App;
  let varnish: Varnish;
  let between: TcpProxy;
  let editor: Editor;
  /** Requests that reached the node, by path. */
  let reached: string[] = [];
  let api: string;
  let other: string;

  beforeAll(async () => {
    // Varnish is there before the node, as it is told of its start already.
    const target = { host: '127.0.0.1', port: 9 };
    between = await startTcpProxy(target);
    varnish = await startVarnish([`http://${between.host}:${between.port}`], SECRET);
    app = await startApp({
      config: {
        baseUrl: 'https://www.example.com',
        siteName: 'Notes',
        timeZone: 'UTC',
        home: '/',
        push: { cdn: { provider: 'varnish', urls: [varnish.origin], secret: SECRET } },
      },
    });
    target.port = Number(new URL(app.origin).port);
    app.strapi.server.httpServer.on('request', ({ url }: { url: string }) => reached.push(url));
    // A second between two purges, and half a minute until each is sent once more, are not waited for.
    Object.assign(consumersOf(app)[0]!, { pause: 50, repeatedAfter: 200 });
    editor = createEditor(app);
    api = await editor.tag({ slug: 'api' });
    other = await editor.tag({ slug: 'other' });
    // Old ones, which what is published now is not beside.
    for (const number of [1, 2, 3, 4]) {
      await editor.published({
        slug: `old-${number}`,
        tags: [other],
        date: `2020-0${number}-01T00:00:00.000Z`,
      });
    }
    await settled(app);
  });

  afterAll(async () => {
    await app?.stop();
    await varnish?.stop();
    await between?.close();
  });

  const ADDRESSES = [
    ...['/', '/index.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/feeds.opml', '/tags/'],
    ...['/tags/api/', '/tags/api/index.xml', '/tags/other/', '/tags/other/feed.json'],
    ...['/tags/renamed/', '/tags/api+other/', '/posts/first/', '/posts/moved/', '/posts/first'],
    ...[
      '/posts/old-1/',
      '/posts/old-4/',
      '/posts/later/',
      '/posts/never/',
      '/tags/never/index.xml',
      '/posts/',
    ],
    ...['/posts/first/index.md', '/llms.txt'],
  ];

  const given = async (origin: string, path: string, accept?: string) => {
    const response = await fetch(origin + path, {
      redirect: 'manual',
      headers: accept ? { accept } : {},
    });
    const { status, headers } = response;
    const named = (...names: string[]) => names.map((name) => headers.get(name));
    return [
      `${path} ${accept ?? ''}`,
      status,
      ...named('location', 'content-type', 'link'),
      await response.text(),
    ];
  };
  const QUESTIONS: [path: string, accept?: string][] = [
    ...ADDRESSES.map((path): [string] => [path]),
    ['/posts/first/', 'text/markdown'],
    ['/posts/first/', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ];
  const all = (origin: string, questions = QUESTIONS) =>
    Promise.all(questions.map((question) => given(origin, ...question)));

  /** Waits until Varnish gives what the node gives, which takes at most so long after a write. */
  const agree = async (since: number): Promise<void> => {
    for (let left = QUESTIONS; ; await sleep(100)) {
      const [there, here] = await Promise.all(
        [varnish, app].map(({ origin }) => all(origin, left)),
      );
      left = left.filter(
        (_, place) => JSON.stringify(there![place]) !== JSON.stringify(here![place]),
      );
      if (left.length === 0) return;
      if (Date.now() - since > WITHIN) expect(there).toEqual(here);
    }
  };

  it('gives within three seconds of any write what the node gives', async () => {
    let first = '';
    const writes: [string, () => Promise<unknown>][] = [
      ['publish', async () => (first = await editor.published({ slug: 'first', tags: [api] }))],
      ['retitle', () => editor.republish(first, { title: 'Called otherwise' })],
      ['move', () => editor.republish(first, { slug: 'moved' })],
      ['move back', () => editor.republish(first, { slug: 'first' })],
      ['rename a tag', () => editor.changeTag(api, { title: 'Interfaces' })],
      ['move a tag', () => editor.changeTag(api, { slug: 'renamed' })],
      ['tag otherwise', () => editor.republish(first, { tags: [api, other] })],
      ['redate', () => editor.republish(first, { date: '2020-02-15T00:00:00.000Z' })],
      ['unpublish', () => editor.unpublish(first)],
      ['publish again', () => editor.publish(first)],
      ['settings', () => saveSettings(app, { description: 'Of somebody else' })],
      ['delete', () => editor.delete(first)],
      ['what never was', () => editor.published({ slug: 'never', tags: [other] })],
      ['delete a tag', () => editor.deleteTag(api)],
    ];
    for (const [name, write] of writes) {
      // Everything is there before it changes.
      await untilKept(app, ['/posts/old-1/', '/index.xml', '/tags/other/']);
      await all(varnish.origin);
      await all(varnish.origin);
      await write();
      const since = Date.now();
      await agree(since).catch((error: unknown) => {
        throw new Error(`After "${name}": ${(error as Error).message}`);
      });
      // And what was purged is not back.
      await untilTold(app);
      await sleep(Math.max(0, since + 1_000 - Date.now()));
      expect([name, await all(varnish.origin)]).toEqual([name, await all(app.origin)]);
    }
  }, 240_000);

  it('gives an article with a date ahead when that has come', async () => {
    await all(varnish.origin);
    const later = await editor.draft({ slug: 'later', tags: [other] });
    const due = await inTime(async (date) => {
      await editor.republish(later, { date: date.toISOString() });
      await all(varnish.origin);
    }, 2_500);
    expect((await given(varnish.origin, '/posts/later/'))[1]).toBe(404);
    await waitUntil(due);
    await agree(due.getTime());
    // Where that is purged meanwhile, Varnish may give what was there before, once, while it asks again.
    while ((await given(varnish.origin, '/posts/later/'))[1] !== 200) {
      expect(Date.now() - due.getTime()).toBeLessThan(WITHIN);
      await sleep(100);
    }
  }, 120_000);

  it('keeps from the node what did not change', async () => {
    await untilTold(app);
    const hot = ['/posts/old-1/', '/posts/old-3/', '/posts/gone-for-ever/'];
    await untilKept(app, ['/posts/old-1/', '/posts/old-3/']);
    for (const path of hot) await given(varnish.origin, path);
    reached = [];
    for (let times = 0; times < 20; times += 1) {
      for (const path of hot) await given(varnish.origin, path);
    }
    expect(reached).toEqual([]);
    const written = await editor.published({ slug: 'news', date: '2026-01-01T00:00:00.000Z' });
    await untilTold(app);
    reached = [];
    for (const path of hot.slice(0, 2)) await given(varnish.origin, path);
    // Neither shows the new article, nor stands beside it.
    expect(reached).toEqual([]);
    expect((await given(varnish.origin, '/posts/news/'))[1]).toBe(200);
    await editor.delete(written);
  }, 120_000);

  it('purges for nobody else', async () => {
    const { status } = await fetch(varnish.origin, {
      method: 'PURGE',
      headers: { 'xkey-purge': 'a', authorization: 'Bearer wrong' },
    });
    expect(status).toBe(403);
  });

  it('shows visitors nothing of how it is told', async () => {
    const { headers } = await fetch(`${varnish.origin}/posts/old-1/`);
    expect([headers.get('xkey'), headers.get('cdn-cache-control')]).toEqual([null, null]);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=300/);
  });
});
