/** @runs-on sqlite: Strapi copies; how slugs are kept apart is tested on every database by slugs.test.ts. */
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { type Admin, logIn, signIn } from '../helpers/admin';
import { articlesOf, tagsOf } from '../helpers/content';
import { type Site, startSite } from '../helpers/site';

const COLLECTIONS = '/content-manager/collection-types';

let site: Site;
let admin: Admin;

beforeAll(async () => {
  site = await startSite();
  admin = await logIn(site.app);
});

afterAll(() => site?.stop());

const articles = () => articlesOf(site);
const tags = () => tagsOf(site);

const slugOf = async (documentId: string): Promise<unknown> =>
  (await articles().findOne({ documentId, status: 'draft' }))?.slug;
const publishedSlug = async (documentId: string): Promise<unknown> =>
  (await articles().findOne({ documentId, status: 'published' }))?.slug;

describe('a copy', () => {
  const original = async (more: object = {}) => {
    const data = {
      title: 'An original',
      slug: 'original',
      date: '2026-01-15T02:00:00.000Z',
      ...more,
    };
    return (await articles().create({ data, status: 'published' })).documentId;
  };
  const draft = (documentId: string) => articles().findOne({ documentId, status: 'draft' });

  test('has a title and an address of its own, and no date', async () => {
    const id = await original();
    const copy = await articles().clone({ documentId: id, data: {} });
    expect(await draft(copy!.documentId)).toMatchObject({
      title: 'An original (2)',
      slug: 'an-original-2',
      date: null,
    });
    const again = await articles().clone({ documentId: copy!.documentId, data: {} });
    expect(await draft(again!.documentId)).toMatchObject({
      title: 'An original (3)',
      slug: 'an-original-3',
    });
  });

  test('keeps the text and the tags', async () => {
    const tag = await site.tag('kept-by-copies');
    const id = await original({ title: 'Tagged', slug: 'tagged', body: 'Text.', tags: [tag] });
    const copy = await articles().clone({ documentId: id, data: {} });
    const [row] = await site.strapi.db.query(ARTICLE_UID).findMany({
      where: { documentId: copy!.documentId },
      populate: { tags: true },
    });
    expect([row.body, row.tags.length, row.publishedAt]).toEqual(['Text.', 1, null]);
  });

  test('made in the form of the original, nothing changed, is no double of it', async () => {
    const id = await original({ title: 'From the form', slug: 'from-the-form' });
    const { title, slug, date, summary } = (await draft(id))!;
    const { body, status } = await admin.send('POST', `${COLLECTIONS}/${ARTICLE_UID}/clone/${id}`, {
      title,
      slug,
      date,
      summary,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: 'From the form (2)', slug: 'from-the-form-2' });
    expect((body.data as { date: unknown }).date).toBeNull();
  });

  test('keeps what somebody wrote for it, and follows its title until it is published', async () => {
    const id = await original({ title: 'To be copied', slug: 'to-be-copied' });
    const copy = await articles().clone({
      documentId: id,
      data: { title: 'Part two', date: '2027-02-01T00:00:00.000Z' },
    });
    const { documentId } = copy!;
    expect(await draft(documentId)).toMatchObject({
      slug: 'part-two',
      date: '2027-02-01T00:00:00.000Z',
    });
    await articles().update({ documentId, data: { title: 'Part three' } });
    expect(await slugOf(documentId)).toBe('part-three');
    expect(await publishedSlug(id)).toBe('to-be-copied');
  });

  test('by a role that may not write all fields can be published, and is hidden where the original is', async () => {
    const explorer = 'plugin::content-manager.explorer';
    const writer = await signIn(site.app, {
      permissions: [
        [ARTICLE_UID, ['title', 'body']] as const,
        [TAG_UID, ['name', 'title']] as const,
      ].flatMap(([subject, fields]) =>
        ['read', 'create'].map((action) => ({
          action: `${explorer}.${action}`,
          subject,
          properties: { fields },
        })),
      ),
    });
    const copyOf = async (uid: string, documentId: string, body: object): Promise<string> => {
      const address = `${COLLECTIONS}/${uid}/clone/${documentId}`;
      const response = await writer(address, { method: 'POST', body });
      expect(await response.clone().text()).toContain('documentId');
      return ((await response.json()) as { data: { documentId: string } }).data.documentId;
    };
    const id = await original({ title: 'Handed over', slug: 'handed-over', body: 'Text.' });
    const copy = await copyOf(ARTICLE_UID, id, { title: 'Handed on', body: 'Text.' });
    const published = await admin.send(
      'POST',
      `${COLLECTIONS}/${ARTICLE_UID}/${copy}/actions/publish`,
      {},
    );
    expect(published.body).toMatchObject({ data: { title: 'Handed on', keepOutOfFeeds: false } });
    const tag = await site.tag('given-on');
    await tags().update({ documentId: tag, data: { hidden: true } });
    const further = await copyOf(TAG_UID, tag, { name: 'Given further' });
    expect(await tags().findOne({ documentId: further })).toMatchObject({ hidden: true });
  });

  test('of a tag has a name and an address of its own', async () => {
    const { documentId } = await tags().create({ data: { name: 'Copied tag' } });
    const copy = await tags().clone({ documentId, data: {} });
    expect(await tags().findOne({ documentId: copy!.documentId })).toMatchObject({
      name: 'Copied tag (2)',
      slug: 'copied-tag-2',
    });
  });
});
