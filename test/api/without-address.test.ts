import { rmSync } from 'node:fs';

import type { ArticlePreview, Attention } from '../../src/panel/admin-api';
import { ARTICLE_UID, PERMISSIONS } from '../../src/lib/constants';
import { type Admin, type AdminFetch, logIn, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { findWithoutAddress, settled } from '../helpers/state';
import { statementsOn } from '../helpers/statements';
import { untilIdle } from '../helpers/until-idle';

const GUIDE = 'api::guide.guide';
const REVIEW = 'api::review.review';
const SECTION = 'api::section.section';
const LEAFLET = 'api::leaflet.leaflet';
const STRANGER = 'api::stranger.stranger';
const HOOKED = 'api::hooked.hooked';
const SUBJECT = 'api::subject.subject';
const SHEET = 'api::sheet.sheet';
const READ = 'plugin::content-manager.explorer.read';

const localised = (attribute: object) => ({ ...attribute, pluginOptions: LOCALISED });
const string = { type: 'string' };
const slug = { type: 'uid', targetField: 'title' };

const files = siteTypes({
  guide: {
    isLocalised: true,
    draftAndPublish: true,
    attributes: {
      title: localised(string),
      slug: localised(slug),
      body: { type: 'richtext' },
    },
  },
  // Its address leads through another entry, and has a short slug in all languages.
  review: {
    isLocalised: true,
    draftAndPublish: true,
    attributes: {
      title: localised(string),
      slug: { ...slug, maxLength: 12 },
      hidden: { type: 'boolean' },
      section: { type: 'relation', relation: 'manyToOne', target: SECTION },
    },
  },
  section: { attributes: { name: string, slug: { type: 'uid' } } },
  leaflet: {
    attributes: {
      title: string,
      slug: { ...slug, regex: '^[a-z]+$' },
      body: { type: 'richtext' },
      subjects: { type: 'relation', relation: 'manyToMany', target: SUBJECT },
    },
  },
  // Groups leaflets, and is no source.
  subject: {
    isLocalised: true,
    draftAndPublish: true,
    attributes: {
      name: localised(string),
      slug: localised({ type: 'uid', targetField: 'name' }),
    },
  },
  stranger: { draftAndPublish: true, attributes: { title: string, slug } },
  sheet: { draftAndPublish: true, attributes: { title: string, slug } },
  hooked: { draftAndPublish: true, attributes: { title: string, slug } },
});
// As many sites make their slugs.
files['src/api/hooked/content-types/hooked/lifecycles.js'] = `
module.exports = {
  beforeCreate({ params: { data } }) {
    if (!data.slug && data.title) data.slug = 'own-' + data.title.toLowerCase();
  },
};`;

const config = {
  baseUrl: 'https://www.example.com',
  sources: {
    [ARTICLE_UID]: {},
    [GUIDE]: {},
    [REVIEW]: { address: '/reviews/{section.slug}/{slug}/', topics: false },
    [LEAFLET]: { topics: ['subjects'] },
    [HOOKED]: {},
  },
  pages: { [SHEET]: {} },
};
const locales = { en: {}, de: {} };

interface Entry extends Record<string, unknown> {
  documentId: string;
}
type Action = (parameters: object) => Promise<Entry>;
type Documents = Record<'create' | 'update' | 'publish' | 'findOne' | 'clone' | 'delete', Action>;

let app: App & { folder: string };
let admin: Admin;
let editor: AdminFetch;

const documents = (uid: string) => app.strapi.documents(uid as never) as unknown as Documents;
const slugOf = async (uid: string, documentId: string, more: object = {}): Promise<unknown> =>
  (await documents(uid).findOne({ documentId, status: 'draft', ...more }))?.slug;
const publishedSlug = (uid: string, documentId: string, more: object = {}) =>
  slugOf(uid, documentId, { status: 'published', ...more });
const statusOf = async (address: string): Promise<number> => (await app.get(address)).status;

const attention = async (query = '', as = editor): Promise<Attention> => {
  const response = await as(`/syndication/attention?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Attention;
};
/** What is published and nowhere, as needs attention has it. */
const nowhere = async (query = '', as = editor) =>
  (await attention(query, as)).results
    .filter(({ status }) => status === 'nowhere')
    .map(({ title, problems }) => [
      title,
      ...problems.map(({ code, severity, field }) => `${severity} ${code} ${field}`),
    ]);

/** Writes past the document service, as imports and scripts do. */
const write = (uid: string, documentId: string, data: object) =>
  app.strapi.db.query(uid as never).updateMany({ where: { documentId }, data } as never);

beforeAll(async () => {
  const before = await startApp({ config, files, fromNothing: true });
  await before.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  await before.close();
  app = await startApp({ config: { ...config, locales }, files, folder: before.folder });
  admin = await logIn(app);
  editor = await signIn(app, 'strapi-super-admin');
});

afterAll(async () => {
  await app?.stop();
  rmSync(app.folder, { recursive: true, force: true });
});

describe('an empty uid field of an address', () => {
  test.each([undefined, null, ''])('is filled where it is %p', async (empty) => {
    const { documentId } = await documents(GUIDE).create({
      data: { title: `Left as ${String(empty) || 'empty'}`, slug: empty },
      status: 'published',
    });
    const made = `left-as-${String(empty) || 'empty'}`;
    expect(await publishedSlug(GUIDE, documentId)).toBe(made);
    expect(await statusOf(`/guides/${made}/`)).toBe(200);
  });

  test('is filled in the Content Manager, of a draft and of what is published in one go', async () => {
    const path = `/content-manager/collection-types/${GUIDE}`;
    const draft = await admin.send('POST', path, { title: 'Made in the panel' });
    expect(draft.body.data).toMatchObject({ slug: 'made-in-the-panel' });
    const published = await admin.send('POST', `${path}/actions/publish`, {
      title: 'Published in the panel',
      slug: null,
    });
    expect(published.body.data).toMatchObject({ slug: 'published-in-the-panel' });
    expect(await statusOf('/guides/published-in-the-panel/')).toBe(200);
  });

  test('is filled of a topic, in each language', async () => {
    const { documentId } = await documents(SUBJECT).create({ data: { name: 'Left empty' } });
    expect(await slugOf(SUBJECT, documentId)).toBe('left-empty');
    await documents(SUBJECT).update({ documentId, locale: 'de', data: { name: 'Leer gelassen' } });
    await write(SUBJECT, documentId, { slug: null });
    for (const locale of ['en', 'de']) await documents(SUBJECT).publish({ documentId, locale });
    expect(await publishedSlug(SUBJECT, documentId)).toBe('left-empty');
    expect(await publishedSlug(SUBJECT, documentId, { locale: 'de' })).toBe('leer-gelassen');
    await documents(LEAFLET).create({ data: { title: 'Subjected', subjects: [documentId] } });
    expect(await statusOf('/subjects/left-empty/')).toBe(200);
    expect(await nowhere()).toEqual([]);
  });

  test('is filled by REST, at creation and when it is cleared', async () => {
    const { accessKey } = await app.strapi
      .service('admin::api-token')
      .create({ name: 'All', type: 'full-access', lifespan: null });
    const send = async (method: string, address: string, body: object) => {
      const headers = {
        authorization: `Bearer ${accessKey}`,
        'content-type': 'application/json',
      };
      const response = await app.get(address, { method, headers, body: JSON.stringify(body) });
      return (await response.json()) as { data: unknown };
    };
    const created = await send('POST', '/api/guides', { data: { title: 'Made by REST' } });
    expect(created.data).toMatchObject({ slug: 'made-by-rest' });
    const { documentId } = created.data as Entry;
    const body = { data: { title: 'Changed by REST', slug: '' } };
    const changed = await send('PUT', `/api/guides/${documentId}`, body);
    expect(changed.data).toMatchObject({ slug: 'changed-by-rest' });
    expect(await statusOf('/guides/changed-by-rest/')).toBe(200);
  });

  test('is filled with the title that comes later, and at publication', async () => {
    const { documentId } = await documents(GUIDE).create({ data: { body: 'No title yet.' } });
    expect(await slugOf(GUIDE, documentId)).toBeNull();
    await documents(GUIDE).update({ documentId, data: { title: 'It comes later' } });
    expect(await slugOf(GUIDE, documentId)).toBe('it-comes-later');
    await write(GUIDE, documentId, { slug: null });
    await documents(GUIDE).publish({ documentId });
    expect(await publishedSlug(GUIDE, documentId)).toBe('it-comes-later');
  });

  test('is filled in each language, with the same where each may have it', async () => {
    const { documentId } = await documents(GUIDE).create({ data: { title: 'Same' }, locale: 'en' });
    await documents(GUIDE).update({ documentId, locale: 'de', data: { title: 'Same' } });
    const other = await documents(GUIDE).create({ data: { title: 'Same' }, locale: 'de' });
    await write(GUIDE, documentId, { slug: '' });
    await documents(GUIDE).publish({ documentId, locale: '*' });
    expect(await publishedSlug(GUIDE, documentId, { locale: 'en' })).toBe('same');
    // In German another has it.
    expect(await slugOf(GUIDE, other.documentId, { locale: 'de' })).toBe('same-1');
    expect(await publishedSlug(GUIDE, documentId, { locale: 'de' })).toBe('same');
    expect([await statusOf('/guides/same/'), await statusOf('/de/guides/same/')]).toEqual([
      200, 200,
    ]);
  });

  test('that all languages share is filled once', async () => {
    const { documentId } = await documents(REVIEW).create({ data: { title: 'Shared' } });
    await documents(REVIEW).update({ documentId, locale: 'de', data: { title: 'Geteilt' } });
    expect(await slugOf(REVIEW, documentId, { locale: 'en' })).toBe('shared');
    expect(await slugOf(REVIEW, documentId, { locale: 'de' })).toBe('shared');
  });

  test('is nobody else’s, and no longer than the field takes', async () => {
    const made: unknown[] = [];
    for (let time = 0; time < 3; time += 1) {
      const data = { title: 'A rather long title' };
      const { documentId } = await documents(REVIEW).create({ data });
      made.push(await slugOf(REVIEW, documentId));
    }
    expect(made).toEqual(['a-rather', 'a-rather-1', 'a-rather-2']);
    const draft = await documents(GUIDE).create({ data: { title: 'Taken' } });
    const second = await documents(GUIDE).create({ data: { title: 'Taken' }, status: 'published' });
    expect(await slugOf(GUIDE, draft.documentId)).toBe('taken');
    expect(await publishedSlug(GUIDE, second.documentId)).toBe('taken-1');
  });

  test('is not an address that still leads readers to another entry', async () => {
    const first = await documents(GUIDE).create({
      data: { title: 'Moved', slug: 'moved' },
      status: 'published',
    });
    const { documentId } = first;
    await documents(GUIDE).update({ documentId, data: { slug: 'gone-on' }, status: 'published' });
    const second = await documents(GUIDE).create({ data: { title: 'Moved' }, status: 'published' });
    expect(await publishedSlug(GUIDE, second.documentId)).toBe('moved-1');
    expect(await statusOf('/guides/moved/')).toBe(301);
  });

  test('never takes the place of what somebody typed', async () => {
    const data = { title: 'Typed', slug: 'as-i-want-it' };
    const { documentId } = await documents(GUIDE).create({ data, status: 'published' });
    await documents(GUIDE).update({ documentId, data: { title: 'Typed anew' } });
    await documents(GUIDE).publish({ documentId });
    expect(await publishedSlug(GUIDE, documentId)).toBe('as-i-want-it');
  });

  test.each([{}, { status: 'published' }])('is the site’s to fill first: %p', async (more) => {
    const { documentId, slug: answered } = await documents(HOOKED).create({
      data: { title: 'Hooked' },
      ...more,
    });
    expect(answered).toBe('own-hooked');
    expect(await slugOf(HOOKED, documentId)).toBe('own-hooked');
    await documents(HOOKED).delete({ documentId });
  });

  test('stays empty where the field would not take it, and nothing fails', async () => {
    const { documentId } = await documents(LEAFLET).create({ data: { title: 'Two words' } });
    expect(await slugOf(LEAFLET, documentId)).toBeNull();
    const one = await documents(LEAFLET).create({ data: { title: 'Word' } });
    expect(await slugOf(LEAFLET, one.documentId)).toBe('word');
    await documents(LEAFLET).delete({ documentId });
  });

  test('of a page is left alone: that of the home may have none', async () => {
    const { documentId } = await documents(SHEET).create({
      data: { title: 'Home', slug: '' },
      status: 'published',
    });
    await documents(SHEET).update({ documentId, data: { title: 'Our home' } });
    await documents(SHEET).publish({ documentId });
    expect(await slugOf(SHEET, documentId)).toBeFalsy();
    expect(await publishedSlug(SHEET, documentId)).toBeFalsy();
    await documents(SHEET).delete({ documentId });
  });

  test('of a type that is not published is left alone', async () => {
    const data = { title: 'Somebody else’s' };
    const { documentId } = await documents(STRANGER).create({ data, status: 'published' });
    await documents(STRANGER).update({ documentId, data: { title: 'Again' }, status: 'published' });
    expect(await publishedSlug(STRANGER, documentId)).toBeNull();
  });

  test('is shown in the side panel before it is saved', async () => {
    const response = await editor('/syndication/previews', {
      method: 'POST',
      body: { contentType: GUIDE, locale: 'en', values: { title: 'Not saved yet' } },
    });
    const { data } = (await response.json()) as { data: ArticlePreview };
    expect(data.item).toMatchObject({
      link: 'https://www.example.com/guides/not-saved-yet/',
      missing: [],
    });
    expect(data.nowhere).toBeNull();
  });
});

describe('what is published without an address', () => {
  test('comes first in what needs attention, as broken, and is counted', async () => {
    expect(await nowhere()).toEqual([]);
    const { total: before } = (await attention('pageSize=1')).pagination;
    const broken = { title: 'Broken', body: '![Chart](file:///home/chart.png)' };
    await documents(GUIDE).create({ data: broken, status: 'published' });
    const { documentId } = await documents(GUIDE).create({
      data: { title: 'Emptied' },
      status: 'published',
    });
    await write(GUIDE, documentId, { slug: null });
    const found = await attention();
    expect(found.results[0]).toMatchObject({
      title: 'Emptied',
      status: 'nowhere',
      typeName: 'guide',
      problems: [{ code: 'address-missing', severity: 'error', field: 'slug' }],
      mayEdit: true,
    });
    expect(found.results[1]).toMatchObject({ title: 'Broken' });
    expect(found.pagination.total).toBe(before + 2);

    const asked = { contentType: GUIDE, documentId, locale: 'en' };
    const saved = await documents(GUIDE).findOne({ documentId });
    const response = await editor('/syndication/previews', {
      method: 'POST',
      body: { ...asked, values: saved },
    });
    expect(((await response.json()) as { data: ArticlePreview }).data.nowhere).toEqual(['slug']);

    await documents(GUIDE).publish({ documentId });
    expect(await nowhere()).toEqual([]);
    expect(await statusOf('/guides/emptied/')).toBe(200);
  });

  test('lacks a title, a relation, or has a text that is no slug: each in its language', async () => {
    const title = { documentId: '' };
    Object.assign(
      title,
      await documents(GUIDE).create({ data: { slug: 'no-title' }, status: 'published' }),
    );
    const relation = await documents(REVIEW).create({
      data: { title: 'Without a section' },
      status: 'published',
    });
    const text = await documents(GUIDE).create({
      data: { title: 'As a file', slug: 'in.json' },
      locale: 'de',
      status: 'published',
    });
    // Those saved in the same moment are in no order that an editor knows.
    expect((await nowhere()).sort()).toEqual([
      ['', 'error address-missing title'],
      ['As a file', 'error slug-invalid slug'],
      ['Without a section', 'error address-missing section'],
    ]);
    expect(await nowhere('locale=de')).toEqual([['As a file', 'error slug-invalid slug']]);
    expect(await nowhere('_q=file')).toEqual([['As a file', 'error slug-invalid slug']]);
    // A feed that is asked for does not have it.
    expect(await nowhere(`feed=${GUIDE}`)).toEqual([]);

    const section = await documents(SECTION).create({ data: { name: 'Tools', slug: 'tools' } });
    await documents(REVIEW).update({
      documentId: relation.documentId,
      data: { section: section.documentId },
      status: 'published',
    });
    await documents(GUIDE).update({
      documentId: text.documentId,
      locale: 'de',
      data: { slug: 'in-capitals' },
      status: 'published',
    });
    await documents(GUIDE).delete({ documentId: title.documentId });
    expect(await nowhere()).toEqual([]);
  });

  test.each(['delete', 'deleteMany'] as const)(
    'is what led to an entry that a query did away with, outside of a transaction: %s',
    async (action) => {
      const section = await documents(SECTION).create({ data: { name: action, slug: 'brief' } });
      const { documentId } = await documents(REVIEW).create({
        data: { title: 'Left behind', slug: 'left-behind', section: section.documentId },
        status: 'published',
      });
      expect(await statusOf('/reviews/brief/left-behind/')).toBe(200);
      const where = { documentId: section.documentId };
      await app.strapi.db.query(SECTION as never)[action]({ where } as never);
      expect(await statusOf('/reviews/brief/left-behind/')).not.toBe(200);
      expect(await nowhere()).toEqual([['Left behind', 'error address-missing section']]);
      await documents(REVIEW).delete({ documentId });
      expect(await nowhere()).toEqual([]);
    },
  );

  test('is not what is kept out of feeds and has its page, nor a draft', async () => {
    const section = await documents(SECTION).create({ data: { name: 'Kept', slug: 'kept' } });
    await documents(REVIEW).create({
      data: { title: 'Kept out', hidden: true, section: section.documentId },
      status: 'published',
    });
    await documents(GUIDE).create({ data: { body: 'A draft without anything.' } });
    expect(await nowhere()).toEqual([]);
  });

  test('is for who may read it', async () => {
    const { documentId } = await documents(GUIDE).create({
      data: { title: 'Secret' },
      status: 'published',
    });
    await write(GUIDE, documentId, { slug: null });
    const actions = [PERMISSIONS.readFeeds, PERMISSIONS.readProblems];
    const stranger = await signIn(app, { actions });
    expect(await nowhere('', stranger)).toEqual([]);
    const properties = { fields: ['title', 'slug', 'body'], locales: ['en'] };
    const permissions = [{ action: READ, subject: GUIDE, properties, conditions: [] }];
    expect(await nowhere('', await signIn(app, { actions, permissions }))).toEqual([
      ['Secret', 'error address-missing slug'],
    ]);
    await documents(GUIDE).delete({ documentId });
  });

  test('is known without a look at what has an address', async () => {
    const { documentId } = await documents(GUIDE).create({
      data: { title: 'Of a large archive', slug: 'of-a-large-archive' },
      status: 'published',
    });
    const table = app.strapi.db.metadata.get(GUIDE).tableName;
    const look = () => findWithoutAddress(app);
    // Strapi reads an entry once more after its commit.
    await settled(app);
    await untilIdle(app.strapi, 3);
    expect(await statementsOn(app, table, look)).toEqual([]);

    await write(GUIDE, documentId, { slug: null });
    await settled(app);
    await untilIdle(app.strapi, 3);
    const statements = await statementsOn(app, table, async () => {
      expect(await look()).toMatchObject([{ documentId, missing: ['slug'] }]);
    });
    for (const { sql } of statements) expect(sql).toMatch(/document_id["`]? in/);
    await documents(GUIDE).delete({ documentId });
  });

  test('of many the first are told of, and that there are more', async () => {
    const made: string[] = [];
    for (let number = 0; number < 21; number += 1) {
      const data = { title: `Many ${number}` };
      made.push((await documents(GUIDE).create({ data, status: 'published' })).documentId);
    }
    for (const documentId of made.slice(1)) await write(GUIDE, documentId, { slug: '' });
    expect((await attention()).cut).toEqual([]);
    expect(await nowhere('pageSize=100')).toHaveLength(20);
    await write(GUIDE, made[0]!, { slug: null });
    expect((await attention()).cut).toEqual(['nowhere']);
    expect(await nowhere('pageSize=100')).toHaveLength(20);
  });
});
