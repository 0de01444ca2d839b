/** @runs-on sqlite: what is waited for, and what a write is told by, is decided before a database is asked */
import { setTimeout as sleep } from 'node:timers/promises';

import { WAIT_TIMES } from '../../src/changes/outbox';
import { ARTICLE_UID, PERMALINK_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import type { TakeOver } from '../../src/addresses/take-over';
import { createEditor, type Editor } from '../helpers/content';
import { quickDocuments } from '../helpers/indexed';
import { sendRaw } from '../helpers/request';
import { saveSettings, settled } from '../helpers/state';

const config = {
  baseUrl: 'https://www.example.com',
  siteName: 'Notes',
  redirects: { '/feed/': '/index.xml' },
};

let app: App;
let quick: Editor;
let token: string;

beforeAll(async () => {
  const { baseUrl: _, ...editable } = config;
  app = await startApp({ config: editable });
  quick = createEditor(app, undefined, { isQuick: true });
  token = (
    await app.strapi
      .service('admin::api-token')
      .create({ name: 'all', type: 'full-access', lifespan: null })
  ).accessKey;
});

afterAll(() => app?.stop());

const led = async (): Promise<[number, unknown]> => {
  const { status, headers } = await sendRaw(app.origin, '/feed/');
  return [status, headers.location];
};

const tagsListed = async (): Promise<string> =>
  (
    await fetch(`${app.origin}/api/syndication/tags`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).text();

describe('right after a save', () => {
  it('a former address leads to the first that is published', async () => {
    expect((await led())[0]).toBe(404);
    await settled(app);
    await quick.published({ slug: 'one' });
    expect((await led())[0]).toBe(301);
  });

  it('a former address leads to where the settings say', async () => {
    await settled(app);
    await led();
    await saveSettings(app, { baseUrl: 'https://new.example.com' });
    expect(await led()).toEqual([301, 'https://new.example.com/index.xml']);
  });

  it('the content API lists the tags that something is published under, and no others', async () => {
    const tag = await quick.tag({ slug: 'quick' });
    const documentId = await quick.draft({ slug: 'tagged', tags: [tag] });
    await settled(app);
    expect(await tagsListed()).not.toContain('"quick"');
    await quick.publish(documentId);
    expect(await tagsListed()).toContain('"quick"');
    await settled(app);
    await quick.unpublish(documentId);
    expect(await tagsListed()).not.toContain('"quick"');
  });
});

it('a script takes over the ids of entries that it has just imported', async () => {
  await settled(app);
  const takeOver = app.strapi.plugin('syndication').service('takeOver') as TakeOver;
  const documentId = await quick.published({ slug: 'imported', title: 'Imported just now' });
  const id = 'https://old.example.com/?p=1';
  const entry = { contentType: ARTICLE_UID, documentId, locale: '' };
  expect(await takeOver.apply([{ id, ...entry }])).toBe(1);
  expect(await (await app.get('/index.xml')).text()).toContain(`>${id}<`);
});

it('a script is proposed entries that it has just imported', async () => {
  await settled(app);
  const takeOver = app.strapi.plugin('syndication').service('takeOver') as TakeOver;
  await quick.published({ slug: 'proposed', title: 'Proposed just now' });
  const link = 'https://old.example.com/proposed/';
  const item = `<item><title>Proposed just now</title><link>${link}</link><guid>${link}</guid></item>`;
  const text = `<rss version="2.0"><channel><title>Old</title>${item}</channel></rss>`;
  const [proposed] = await takeOver.propose([{ name: 'rss.xml', text }]);
  expect(proposed?.entry?.title).toBe('Proposed just now');
});

it('a response waits as long for what is indexed slowly as if that had begun at once', async () => {
  const usual = { ...WAIT_TIMES };
  const documentId = await quick.draft({ slug: 'slowly' });
  await settled(app);
  await app.get('/index.xml');
  const stop = app.strapi.db.lifecycles.subscribe({
    models: [PERMALINK_UID],
    beforeCreateMany: () => sleep(1_000),
  } as never);
  // Far enough from each other for any machine.
  Object.assign(WAIT_TIMES, { beforeIndexing: 10_000, ofRequest: 300 } satisfies typeof WAIT_TIMES);
  try {
    await quick.publish(documentId);
    expect(await (await app.get('/index.xml')).text()).toContain('/posts/slowly/');
  } finally {
    Object.assign(WAIT_TIMES, usual);
    stop();
  }
});

describe('what the hooks of a site leave of a row', () => {
  const inFeed = async (): Promise<string> => (await app.get('/index.xml')).text();

  it.each(['locale', 'publishedAt'])('withdraws it, though it has no %s', async (field) => {
    const slug = `without-${field.toLowerCase()}`;
    const documentId = await quick.published({ slug });
    expect(await inFeed()).toContain(slug);
    const stop = app.strapi.db.lifecycles.subscribe({
      models: [ARTICLE_UID],
      afterFindOne({ result }: { result?: Record<string, unknown> | null }) {
        if (result) delete result[field];
      },
    } as never);
    await quick.unpublish(documentId);
    stop();
    expect(await inFeed()).not.toContain(slug);
  });

  it('is a condition of its own that asks the query', async () => {
    const errors: string[] = [];
    const { error } = app.strapi.log;
    app.strapi.log.error = ((said: unknown) => errors.push(String(said))) as never;
    const { documentId } = (await quickDocuments(app.strapi)(ARTICLE_UID as never).create({
      data: { title: 'Conditioned', slug: 'conditioned' },
    } as never)) as { documentId: string };
    await app.strapi.db.query(ARTICLE_UID).update({
      where: { documentId },
      data: { summary: 'Changed' },
      filters: ({ qb }: { qb: { alias: string } }) => (qb.alias ? undefined : {}),
    } as never);
    app.strapi.log.error = error;
    expect(errors).toEqual([]);
  });
});
