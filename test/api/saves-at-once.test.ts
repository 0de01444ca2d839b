import { ARTICLE_UID, PERMALINK_UID } from '../../src/lib/constants';
import { partsOf } from '../../src/compose';
import { type Admin, logIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { siteTypes } from '../helpers/site-types';

const GUIDE = 'api::guide.guide';
const NOTE = 'api::note.note';

const attributes = { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' } };
const files = siteTypes({ guide: { draftAndPublish: true, attributes }, note: { attributes } });
const config = {
  baseUrl: 'https://www.example.com',
  sources: { [ARTICLE_UID]: {}, [GUIDE]: {}, [NOTE]: {} },
};

type Action = (parameters: object) => Promise<{ documentId: string; slug?: string } | null>;

let app: App;
let admin: Admin;

const documents = (uid: string) =>
  app.strapi.documents(uid as never) as unknown as Record<'create' | 'findOne', Action>;

beforeAll(async () => {
  app = await startApp({ config, files });
  admin = await logIn(app);
});
afterAll(() => app.stop());

test.each([
  ['without drafts', NOTE, {}],
  ['published in one go', GUIDE, { status: 'published' }],
  ['of our own', ARTICLE_UID, { status: 'published' }],
])(
  'entries of one title that are saved at once have slugs of their own: %s',
  async (_kind, uid, more) => {
    const data = { title: 'Twin' };
    const saves = Array.from({ length: 4 }, () => documents(uid).create({ data, ...more }));
    const slugs = (await Promise.all(saves)).map((saved) => saved?.slug);
    expect(slugs.sort()).toEqual(['twin', 'twin-1', 'twin-2', 'twin-3']);
  },
);

test('who looks for a slug while another gets it has one of its own, however long the look takes', async () => {
  // Two saves, one of which ends within the look of the other.
  const { slugs } = partsOf(app.strapi);
  const suggest = (claims: symbol) =>
    slugs.suggest({ contentType: ARTICLE_UID, slug: '', heading: 'Held', saveId: claims });
  let other: Promise<string> | undefined;
  const stop = app.strapi.db.lifecycles.subscribe({
    models: [PERMALINK_UID],
    async afterFindMany() {
      // Its save is over before the first one's look is.
      if (!other) await (other = slugs.whileSaving(suggest));
    },
  });
  const own = await slugs.whileSaving(suggest);
  stop();
  expect([await other, own]).toEqual(['held', 'held-1']);
});

test.each([GUIDE, ARTICLE_UID])('so have those of a bulk publication: %s', async (uid) => {
  const documentIds: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const { documentId } = (await documents(uid).create({ data: { title: 'In bulk' } }))!;
    documentIds.push(documentId);
  }
  // As an import leaves them.
  const where = { documentId: { $in: documentIds } };
  await app.strapi.db.query(uid as never).updateMany({ where, data: { slug: null } } as never);
  const path = `/content-manager/collection-types/${uid}/actions/bulkPublish`;
  expect((await admin.send('POST', path, { documentIds })).status).toBe(200);
  const published = await Promise.all(
    documentIds.map((documentId) => documents(uid).findOne({ documentId, status: 'published' })),
  );
  const slugs = published.map((entry) => entry?.slug);
  expect(slugs.sort()).toEqual(['in-bulk', 'in-bulk-1', 'in-bulk-2']);
});

// MySQL and MariaDB find the one for the other, and Strapi would refuse the second entry there.
test('a slug that another entry has in capitals is no reason to refuse a save', async () => {
  await documents(NOTE).create({ data: { title: 'Capitals', slug: 'In-Capitals' } });
  const made = await documents(NOTE).create({ data: { title: 'In capitals' } });
  expect(made?.slug).toMatch(/^in-capitals(-1)?$/);
});

test('a save that is taken back keeps no slug from others', async () => {
  const failing = app.strapi.db.transaction(async () => {
    await documents(NOTE).create({ data: { title: 'Taken back' } });
    throw new Error('Taken back');
  });
  await expect(failing).rejects.toThrow('Taken back');
  const made = await documents(NOTE).create({ data: { title: 'Taken back' } });
  expect(made?.slug).toBe('taken-back');
});
