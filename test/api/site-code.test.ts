import { ARTICLE_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { siteTypes } from '../helpers/site-types';

const NOTE = 'api::note.note';

const files = siteTypes({
  note: {
    draftAndPublish: true,
    attributes: { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' } },
  },
});
// Registered where Strapi's documentation has it, and without the transaction of a save that is over.
files['src/index.js'] = `
module.exports = {
  register({ strapi }) {
    strapi.documents.use(async (context, next) => {
      const saved = await next();
      const table = strapi.contentTypes[context.uid].collectionName;
      if (['create', 'publish'].includes(context.action)) {
        const documentId = saved.documentId ?? context.params.documentId;
        const rows = await strapi.db.connection(table).where({ document_id: documentId });
        global.rowsSeen = rows.length;
      }
      return saved;
    });
  },
};`;

const seen = globalThis as { rowsSeen?: number };

let app: App & { folder: string };

beforeAll(async () => {
  const sources = { [NOTE]: {}, [ARTICLE_UID]: {} };
  app = await startApp({ files, config: { baseUrl: 'https://www.example.com', sources } });
});

afterAll(async () => {
  await app?.stop();
  delete seen.rowsSeen;
});

it.each([NOTE, ARTICLE_UID])(
  'the site’s own SQL after a save finds what was saved, and does not wait for it (%s)',
  async (uid) => {
    const documents = app.strapi.documents(uid as never);
    const { documentId } = await documents.create({ data: { title: 'Seen' } as never });
    expect(seen.rowsSeen).toBe(1);
    await documents.publish({ documentId });
    expect(await documents.findOne({ documentId, status: 'published' })).toMatchObject({
      slug: 'seen',
    });
  },
  200_000,
);
