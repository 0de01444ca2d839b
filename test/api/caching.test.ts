import { ARTICLE_UID, TAG_UID } from '../../src/constants';
import { startApp } from '../helpers/app';

type App = Awaited<ReturnType<typeof startApp>>;

describe('answers', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({ config: { baseUrl: 'https://www.example.com', siteName: 'Notes' } });
  });
  afterAll(() => app.stop());

  it('works', async () => {
    const tag = await app.strapi.documents(TAG_UID).create({ data: { name: 'api', slug: 'api' } });
    const a = await app.strapi.documents(ARTICLE_UID).create({
      data: { title: 'One', slug: 'one', tags: [tag.documentId], body: 'Hello world.' },
      status: 'published',
    });
    console.log(await app.strapi.db.connection('syndication_listings').select());
    console.log(await app.strapi.db.connection('syndication_changes').select());
    for (let i = 0; i < 3; i++) {
      const r = await app.get('/tags/api/index.xml', {
        headers: { 'accept-encoding': 'identity' },
      });
      console.log(r.status, [...r.headers], (await r.text()).length);
    }
    await app.strapi.documents(ARTICLE_UID).update({
      documentId: a.documentId,
      data: { title: 'Two' },
      status: 'published',
    });
    const r = await app.get('/tags/api/index.xml');
    console.log(await r.text());
    for (const p of [
      '/tags/',
      '/tags/api/',
      '/posts/one/',
      '/index.xml',
      '/tags/nope/',
      '/tags/api',
      '/tags/api/page/2/',
    ])
      console.log(p, (await app.get(p)).status, (await app.get(p)).status);
  });
});
