import { setTimeout as sleep } from 'node:timers/promises';

import { CATALOGUE_TABLE, topicList } from '../../src/catalogue/catalogue-table';
import { OUTBOX_TABLE } from '../../src/changes/outbox';
import { partsOf } from '../../src/compose';
import type { Attention } from '../../src/panel/admin-api';
import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../src/lib/constants';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { defaultDatabase } from '../helpers/database';
import { failIndexing } from '../helpers/faults';
import { isBehind, settled } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

let app: App;
let editor: Editor;
let admin: AdminFetch;

beforeAll(async () => {
  app = await startApp({ config });
  editor = createEditor(app);
  admin = await signIn(app, { actions: [PERMISSIONS.readProblems] });
});
afterAll(() => app.stop());
afterEach(() => jest.restoreAllMocks());

const titles = async (feed: string): Promise<string[]> =>
  [...(await (await app.get(feed)).text()).matchAll(/<item>\s*<title>([^<]*)/g)].map(
    ([, title = '']) => title,
  );

/** Whether editors are told that feeds lack something that was published. */
const isToldOf = async (): Promise<boolean> =>
  ((await (await admin('/syndication/attention')).json()) as Attention).isBehind;

/** Ends when something is so. */
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await sleep(50);
};

/** Has the indexing of a document fail until it is told to go on. */
const failFor = (documentId: string): { tries: () => number; goOn: () => void } => {
  let tries = 0;
  const spy = failIndexing(app, (id) => {
    if (id === documentId) tries += 1;
    return id === documentId;
  });
  return { tries: () => tries, goOn: () => spy.mockRestore() };
};

describe('where a fault of the plugin meets a save', () => {
  // Nothing that a site does makes a save find a fault: these are made in what notes the rows.
  const fault = (): Promise<never> => Promise.reject(new TypeError('A fault of the plugin.'));

  it('it is saved all the same, told of, and in feeds', async () => {
    const error = jest.spyOn(app.strapi.log, 'error').mockImplementation();
    jest.spyOn(partsOf(app.strapi).writes, 'noteWritten').mockImplementation(fault);
    await editor.published({ title: 'Saved all the same', slug: 'all-the-same' });
    jest.restoreAllMocks();
    expect(error.mock.calls.flat().join()).toContain('A fault of the plugin.');
    expect(await titles('/index.xml')).toContain('Saved all the same');
  });

  it('nothing from before is shown of what it concerns', async () => {
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const tag = await editor.tag({ name: 'Before', slug: 'faulty' });
    await editor.published({ title: 'Of a topic', slug: 'of-a-topic', tags: [tag] });
    const name = async (): Promise<string> => (await app.get('/tags/faulty/index.xml')).text();
    expect(await name()).toContain('Before');
    jest.spyOn(partsOf(app.strapi).writes, 'note').mockImplementation(fault);
    await editor.changeTag(tag, { name: 'After' });
    jest.restoreAllMocks();
    expect(await name()).toContain('After');
  });
});

describe('where something cannot be indexed', () => {
  it('it is saved all the same, told of once and to editors, and in feeds as soon as it can be indexed', async () => {
    const error = jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const documentId = await editor.draft({ title: 'Not indexed', slug: 'not-indexed' });
    const failure = failFor(documentId);
    await editor.publish(documentId);
    expect(isBehind(app)).toBe(true);
    expect(await isToldOf()).toBe(true);
    expect(await titles('/index.xml')).not.toContain('Not indexed');
    await until(() => Promise.resolve(failure.tries() > 3));
    expect(error).toHaveBeenCalledTimes(1);
    failure.goOn();
    await until(async () => (await titles('/index.xml')).includes('Not indexed'));
    expect(isBehind(app)).toBe(false);
    expect(await isToldOf()).toBe(false);
  });

  it('editors are not told of it any longer once another node has indexed it', async () => {
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const documentId = await editor.draft({ title: 'Fails here', slug: 'fails-here' });
    const failure = failFor(documentId);
    await editor.publish(documentId);
    await until(() => Promise.resolve(failure.tries() > 2));
    expect(await isToldOf()).toBe(true);
    // What another node does in the end, beside the rest.
    await app.strapi.db.connection(OUTBOX_TABLE).delete();
    await until(async () => !(await isToldOf()));
    failure.goOn();
  });

  it('everything else is indexed, saved before it or after it', async () => {
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const fails = await editor.draft({ title: 'Fails', slug: 'fails' });
    const failure = failFor(fails);
    const quick = createEditor(app, undefined, { isQuick: true });
    await Promise.all([
      quick.published({ title: 'Before', slug: 'before' }),
      quick.publish(fails),
      quick.published({ title: 'After', slug: 'after' }),
    ]);
    await settled(app);
    expect(await titles('/index.xml')).toEqual(expect.arrayContaining(['Before', 'After']));
    failure.goOn();
    await until(async () => (await titles('/index.xml')).includes('Fails'));
  });
});

it('a topic of thousands of entries that is deleted leaves its lists in parts', async () => {
  const tag = await editor.tag({ slug: 'large' });
  const list = topicList(TAG_UID, tag);
  const rows = Array.from({ length: 7_000 }, (_, index) => ({
    content_type: ARTICLE_UID,
    document_id: `of-large-${index}`,
    locale: '',
    list,
    state: 'listed',
    title: '',
  }));
  const table = () => app.strapi.db.connection(CATALOGUE_TABLE);
  for (let start = 0; start < rows.length; start += 100) {
    await table().insert(rows.slice(start, start + 100));
  }
  await editor.deleteTag(tag);
  await settled(app);
  expect(await table().where({ list }).first('id')).toBeUndefined();
  expect(await app.strapi.db.connection(OUTBOX_TABLE).first('id')).toBeUndefined();
});

it('what another node left is indexed by any other', async () => {
  const tag = await editor.tag({ slug: 'left', title: 'Left' });
  await editor.published({ title: 'Of it', slug: 'of-it', tags: [tag] });
  expect(await (await app.get('/tags/left/')).text()).toContain('Left');
  // As SQL of a node would write it that is killed right after its commit.
  await app.strapi.db
    .connection(app.strapi.db.metadata.get(TAG_UID).tableName)
    .where({ document_id: tag })
    .update({ title: 'Renamed' });
  const row = { contentType: TAG_UID, documentId: tag, locale: '', isPublic: true, existed: true };
  await app.strapi.db
    .connection(OUTBOX_TABLE)
    .insert({ change: JSON.stringify({ related: [row] }), bulk: false });
  await until(async () => (await (await app.get('/tags/left/')).text()).includes('Renamed'));
});

// Skipped elsewhere: a server takes writes of several processes, so that nobody leaves them to another.
const onSqlite = defaultDatabase === 'sqlite' ? it : it.skip;
onSqlite(
  'a process that looks on writes nothing while another one saves to the same file',
  async () => {
    const table = () => app.strapi.db.connection(OUTBOX_TABLE);
    const left: number[] = [];
    for (let saved = 0; saved < 15; saved += 1) {
      await table().insert({ change: '{}', bulk: false });
      await sleep(200);
      // As the process does that saved it.
      left.push(await table().delete());
    }
    expect(new Set(left)).toEqual(new Set([1]));
  },
);

it('requests are answered while an import of thousands is indexed', async () => {
  const date = new Date('2020-01-01T00:00:00Z');
  await app.strapi.db.transaction(async () => {
    for (let start = 0; start < 2_000; start += 100) {
      const data = Array.from({ length: 100 }, (_, index) => {
        const name = `imported-${start + index}`;
        return { documentId: name, title: name, slug: name, date, publishedAt: date };
      });
      await app.strapi.db.query(ARTICLE_UID).createMany({ data });
    }
  });
  const indexed = settled(app).then(() => 'indexed');
  const answered = app.get('/_health').then(() => 'answered');
  expect(await Promise.race([indexed, answered])).toBe('answered');
  await indexed;
  expect((await app.get('/posts/imported-1999/')).status).toBe(200);
});
