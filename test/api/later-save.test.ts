/** @runs-on sqlite postgres mysql: rows are compared by when they were saved, as each database keeps it */
import { PERMISSIONS } from '../../src/lib/constants';
import type { LaterSave } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import {
  ESSAY,
  LABEL,
  type LocalisedSite,
  NOTE,
  SECTION,
  startLocalisedSite,
  STORY,
} from '../helpers/localised-site';

let site: LocalisedSite;
let ann: AdminFetch;
let ed: AdminFetch;

interface Row {
  documentId: string;
  updatedAt: string;
}

/** A user whose name Strapi's panel shows. */
const signInAs = async (firstname: string): Promise<AdminFetch> => {
  const ask = await signIn(site.app, 'strapi-super-admin');
  const { data } = (await (await ask('/admin/users/me')).json()) as { data: { id: number } };
  await site.app.strapi.service('admin::user').updateById(data.id, { firstname, lastname: 'Lee' });
  return ask;
};

beforeAll(async () => {
  site = await startLocalisedSite();
  ann = await signInAs('Ann');
  ed = await signInAs('Ed');
});

afterAll(() => site?.stop());

/** What Strapi's panel does. */
const content = async (
  as: AdminFetch,
  method: string,
  path: string,
  body?: object,
): Promise<Row> => {
  const response = await as(`/content-manager/collection-types/${path}`, { method, body });
  const { data } = (await response.json()) as { data: Row };
  expect([response.status, data]).toEqual([expect.any(Number), expect.anything()]);
  return data;
};

interface Form {
  contentType: string;
  documentId: string;
  loaded: string;
  locale?: string;
}

const laterSave = async (
  as: AdminFetch,
  { contentType, documentId, loaded, locale = '' }: Form,
): Promise<LaterSave | null> => {
  const query = new URLSearchParams({ loaded, locale }).toString();
  const response = await as(`/syndication/later-saves/${contentType}/${documentId}?${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: LaterSave | null }).data;
};

/** An entry that Ann has open as she saved it. */
const write = async (contentType: string, query = ''): Promise<Form> => {
  const values = { title: 'Shared', slug: `shared-${Math.random().toString(36).slice(2)}` };
  const { documentId, updatedAt } = await content(ann, 'POST', contentType + query, values);
  return { contentType, documentId, loaded: updatedAt };
};

test('who has a form open learns who saved the draft since, and when', async () => {
  const form = await write(NOTE);
  const path = `${NOTE}/${form.documentId}`;
  expect(await laterSave(ann, form)).toBeNull();
  const { updatedAt } = await content(ed, 'PUT', path, { title: 'Changed' });
  expect(await laterSave(ann, form)).toEqual({ at: updatedAt, by: 'Ed Lee', isOwn: false });
  // In another tab of his.
  expect(await laterSave(ed, form)).toEqual({ at: updatedAt, by: 'Ed Lee', isOwn: true });
  expect(await laterSave(ed, { ...form, loaded: updatedAt })).toBeNull();
});

test('who has a form open learns that somebody deleted the entry', async () => {
  const form = await write(NOTE);
  await ed(`/content-manager/collection-types/${NOTE}/${form.documentId}`, { method: 'DELETE' });
  expect(await laterSave(ann, form)).toMatchObject({ at: null });
});

test('a publication is a save of the draft', async () => {
  const form = await write(NOTE);
  const path = `${NOTE}/${form.documentId}`;
  await content(ed, 'POST', `${path}/actions/publish`, { title: 'Published' });
  const { updatedAt } = await content(ed, 'GET', path);
  expect(await laterSave(ed, { ...form, loaded: updatedAt })).toBeNull();
  expect(await laterSave(ann, form)).toMatchObject({ by: 'Ed Lee', isOwn: false });
});

test('a type without drafts has saves, too', async () => {
  const values = { title: 'Essay', slug: 'essay' };
  const { documentId, updatedAt } = await content(ann, 'POST', ESSAY, values);
  const form = { contentType: ESSAY, documentId, loaded: updatedAt, locale: 'en' };
  expect(await laterSave(ann, form)).toBeNull();
  const later = await content(ed, 'PUT', `${ESSAY}/${documentId}`, { title: 'Changed' });
  expect(await laterSave(ann, form)).toMatchObject({ at: later.updatedAt, by: 'Ed Lee' });
});

test('whoever saves another language is named, where that changes what all languages share', async () => {
  const form = { ...(await write(STORY, '?locale=en')), locale: 'en' };
  const path = `${STORY}/${form.documentId}`;
  await content(ed, 'PUT', `${path}?locale=de`, { title: 'Geteilt', slug: 'geteilt', legacy: 'x' });
  expect(await laterSave(ann, form)).toMatchObject({ by: 'Ed Lee', isOwn: false });
});

test('what nobody saved by name is told without one', async () => {
  const form = await write(NOTE);
  await site.app.strapi.db
    .query(NOTE)
    .update({ where: { documentId: form.documentId }, data: { title: 'x', updatedBy: null } });
  expect(await laterSave(ann, form)).toMatchObject({ by: null, isOwn: false });
});

test('whoever may not read an entry does not learn who saved it', async () => {
  const form = await write(NOTE);
  await content(ed, 'PUT', `${NOTE}/${form.documentId}`, { title: 'Changed' });
  const reader = await signIn(site.app, { actions: [PERMISSIONS.readFeeds] });
  expect(await laterSave(reader, form)).toBeNull();
});

test.each([LABEL, SECTION])('who has a topic open learns who saved it since: %s', async (type) => {
  const values = { name: 'Shared', slug: 'shared-topic' };
  const { documentId, updatedAt } = await content(ann, 'POST', `${type}?locale=en`, values);
  const form = { contentType: type, documentId, loaded: updatedAt, locale: 'en' };
  expect(await laterSave(ann, form)).toBeNull();
  const path = `${type}/${documentId}?locale=en`;
  const later = await content(ed, 'PUT', path, { name: 'Changed' });
  expect(await laterSave(ann, form)).toEqual({ at: later.updatedAt, by: 'Ed Lee', isOwn: false });
});

test('of a type that is not published, nothing is told', async () => {
  const form = { contentType: 'admin::user', documentId: 'x', loaded: new Date(0).toISOString() };
  expect(await laterSave(ann, form)).toBeNull();
});

test.each(['yesterday', '', '2026-13-01T00:00:00.000Z'])(
  'what is no moment is refused: %j',
  async (loaded) => {
    const query = new URLSearchParams({ loaded }).toString();
    const response = await ann(`/syndication/later-saves/${NOTE}/x?${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('loaded');
  },
);
