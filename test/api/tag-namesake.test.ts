import { TAG_UID } from '../../src/lib/constants';
import type { TagNamesake } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { tagsOf } from '../helpers/content';
import { type Site, startSite } from '../helpers/site';

const EXPLORER = 'plugin::content-manager.explorer';

let site: Site;
let admin: AdminFetch;

beforeAll(async () => {
  site = await startSite();
  admin = await signIn(site.app, 'strapi-super-admin');
});

afterAll(() => site?.stop());

const write = async (name: string, slug?: string): Promise<string> =>
  (await tagsOf(site).create({ data: { name, ...(slug && { slug }) } })).documentId;

const ask = async (name: string, own = '', as = admin): Promise<TagNamesake | null> => {
  const query = new URLSearchParams({ name, ...(own && { own }) }).toString();
  const response = await as(`/syndication/tags/namesake?${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: TagNamesake | null }).data;
};

/** A role that may write tags, and reads those that a permission says. */
const writerOf = (read: object[]): Promise<AdminFetch> =>
  signIn(site.app, {
    actions: [],
    permissions: [
      {
        action: `${EXPLORER}.create`,
        subject: TAG_UID,
        properties: { fields: ['name', 'slug'] },
        conditions: [],
      },
      ...read.map((more) => ({
        action: `${EXPLORER}.read`,
        subject: TAG_UID,
        conditions: [],
        ...more,
      })),
    ],
  });

describe('another tag of a name', () => {
  test.each(['load testing', 'Load Testing', '  LOAD   testing ', 'ｌｏａｄ testing'])(
    'is found for %p',
    async (name) => {
      const documentId =
        (await ask('load testing'))?.documentId ?? (await write('load testing', 'load-testing'));
      expect(await ask(name)).toEqual({ documentId, name: 'load testing', slug: 'load-testing' });
    },
  );

  test('is found whatever its slug, and in letters that a database does not know the capitals of', async () => {
    const own = await write('Qualität', 'quality');
    const numbered = await write('ÜBUNG');
    expect(await ask('qualität')).toMatchObject({ documentId: own, slug: 'quality' });
    expect(await ask('übung')).toMatchObject({ documentId: numbered });
    const chinese = await write('日本語');
    expect(await ask('日本語 ')).toMatchObject({ documentId: chinese });
  });

  test('is not the tag itself, nor one that is called otherwise and has a slug like it', async () => {
    const c = await write('C', 'c');
    expect(await ask('c', c)).toBeNull();
    expect(await ask('C#')).toBeNull();
    const second = await write('C');
    expect(await ask('C', second)).toMatchObject({ documentId: c });
    expect(await ask('C', c)).toMatchObject({ documentId: second });
  });

  test.each(['', '   ', '%', '_', "'", 'x'.repeat(300), '\u0000'])(
    'is none for %j',
    async (name) => {
      await write('anything');
      expect(await ask(name)).toBeNull();
    },
  );

  test('is told to those who may write tags and read it, with its name and slug', async () => {
    await write('confidential');
    const name = 'Confidential';
    const fields = { properties: { fields: ['name', 'slug'] } };
    expect(await ask(name, '', await writerOf([fields]))).toMatchObject({ name: 'confidential' });
    expect(await ask(name, '', await writerOf([]))).toBeNull();
    const ofSlugs = { properties: { fields: ['slug'] } };
    expect(await ask(name, '', await writerOf([ofSlugs]))).toBeNull();
    const stranger = await signIn(site.app, { actions: [] });
    const path = `/syndication/tags/namesake?name=${name}`;
    expect((await stranger(path)).status).toBe(403);
    expect((await admin(`/syndication/tags/namesake?name=${'x'.repeat(301)}`)).status).toBe(400);
  });
});
