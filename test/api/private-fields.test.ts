/** @runs-on sqlite: which fields are private is decided from schemas and configuration, before any database is asked */
import { type Site, startSite } from '../helpers/site';
import { siteTypes } from '../helpers/site-types';

const SCHEMA = 'src/api/note/content-types/note/schema.json';

const files = siteTypes({
  note: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid' },
      summary: { type: 'text' },
      body: { type: 'richtext' },
      author: { type: 'string' },
      cover: { type: 'media', multiple: false },
    },
  },
});
const { options, ...schema } = JSON.parse(files[SCHEMA]!) as { options: object };
files[SCHEMA] = JSON.stringify({
  ...schema,
  options: { ...options, privateAttributes: ['summary'] },
});
// Without what our own Article has, whose fields are shown all the same.
files['config/api.js'] =
  `module.exports = { responses: { privateAttributes: ['author', 'createdAt'] } };`;

let site: Site;

afterEach(() => site?.stop());

describe('fields that a site calls private in one list', () => {
  it('are shown by no page and no feed', async () => {
    site = await startSite({ sources: { 'api::note.note': {} } }, undefined, { files });
    await site.strapi.documents('api::note.note' as never).create({
      data: {
        title: 'Plans',
        slug: 'plans',
        summary: 'Only for us.',
        body: 'For all.',
        author: 'Somebody secret',
      } as never,
      status: 'published',
    });
    for (const address of ['/notes/plans/', '/', '/index.xml', '/atom.xml', '/feed.json']) {
      const body = await site.read(address);
      expect(body).toContain('Plans');
      expect(body).not.toMatch(/Only for us|Somebody secret/);
    }
  });

  it('leave our own Article as it is, and what Strapi itself adds', async () => {
    site = await startSite(
      { sources: { 'plugin::syndication.article': {}, 'api::note.note': { date: 'createdAt' } } },
      undefined,
      { files },
    );
    await site.published('first', { author: 'Ann Author' });
    expect(await site.read('/posts/first/')).toContain('Ann Author');
  });

  it('are refused where a mapping names them', async () => {
    const started = startSite(
      { sources: { 'api::note.note': { summary: 'summary' } } },
      undefined,
      {
        files,
      },
    );
    await expect(started).rejects.toThrow(/The field "summary" is private/);
  });
});
