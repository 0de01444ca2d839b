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
      expires: { type: 'datetime' },
      note: { type: 'string' },
      cover: { type: 'media', multiple: false },
    },
  },
});
const { options, ...schema } = JSON.parse(files[SCHEMA]!) as { options: object };
files[SCHEMA] = JSON.stringify({
  ...schema,
  options: { ...options, privateAttributes: ['summary', 'expires'] },
});
// Without what our own Article has, whose fields are shown all the same.
files['config/api.js'] =
  `module.exports = { responses: { privateAttributes: ['author', 'createdAt'] } };`;

// As late as a site can say it.
files['src/index.js'] = `module.exports = {
  register({ strapi }) {
    const type = strapi.contentType('api::note.note');
    type.options = {
      ...type.options,
      privateAttributes: [...type.options.privateAttributes, 'note'],
    };
  },
};`;

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

  it('are refused where a mapping shows them', async () => {
    const started = startSite(
      { sources: { 'api::note.note': { summary: 'summary' } } },
      undefined,
      {
        files,
      },
    );
    await expect(started).rejects.toThrow(/The field "summary" is private/);
  });

  it('may end an entry, and stay private to Strapi’s API where the site says so after the plugin started', async () => {
    site = await startSite({ sources: { 'api::note.note': { until: 'expires' } } }, undefined, {
      files,
    });
    const notes = site.strapi.documents('api::note.note' as never);
    const publish = (slug: string, expires: string) =>
      notes.create({
        data: { title: slug, slug, expires, note: 'Only for us.' } as never,
        status: 'published',
      });
    await publish('over', '2020-01-01T00:00:00.000Z');
    await publish('lasting', '2999-01-01T00:00:00.000Z');
    // It was over before anybody could see it.
    expect(await site.status('/notes/over/')).toEqual([404]);
    expect(await site.status('/notes/lasting/')).toEqual([200]);
    const tokens = site.strapi.service('admin::api-token');
    const { accessKey } = await tokens.create({ name: 'all', type: 'full-access', lifespan: null });
    const headers = { authorization: `Bearer ${accessKey}` };
    const body = await (await fetch(`${site.origin}/api/notes`, { headers })).text();
    expect(body).toContain('lasting');
    expect(body).not.toMatch(/Only for us|2999/);
  });
});
