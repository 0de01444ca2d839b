/** @runs-on sqlite: What Strapi reads for its events is the same on every database. */
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { articleTagLinks } from '../../src/own-types/article-tags';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

let app: App;
let editor: Editor;

beforeAll(async () => {
  app = await startApp({ config });
  editor = createEditor(app);
});
afterAll(() => app.stop());

/** What webhooks are told next of a tag. */
const nextEvent = (name: string): Promise<Record<string, unknown>> =>
  new Promise((done) => {
    const stop = app.strapi.eventHub.on(name, async (event) => {
      const { uid, entry } = event as unknown as { uid: string; entry: Record<string, unknown> };
      if (uid !== TAG_UID) return;
      stop();
      done(entry);
    });
  });

it('saving a tag reads none of its articles, and webhooks hear of it as ever', async () => {
  const { db } = app.strapi;
  const tag = await editor.tag();
  await editor.published({ title: 'Tagged', tags: [tag] });
  const read: string[] = [];
  const articles = `from \`${db.metadata.get(ARTICLE_UID).tableName}\``;
  const { to: column } = articleTagLinks(app.strapi);
  const note = ({ sql }: { sql: string }): void => {
    // Of the publication Strapi tells meanwhile: it reads that one article.
    if (sql.includes(articles) && sql.includes(column)) read.push(sql);
  };
  const told = nextEvent('entry.update');
  db.connection.on('query', note);
  await editor.changeTag(tag, { title: 'Another title' });
  const entry = await told;
  db.connection.off('query', note);
  expect(read).toEqual([]);
  expect(entry).toMatchObject({ documentId: tag, title: 'Another title', image: null });
});

it('who asks for the articles of a tag has them', async () => {
  const documentId = await editor.tag();
  await editor.published({ title: 'Asked for', tags: [documentId] });
  for (const articles of [true, {}, { select: ['title'] }]) {
    const found: { articles: { title: string }[] } = await app.strapi.db
      .query(TAG_UID)
      .findOne({ where: { documentId }, populate: { articles } });
    expect(found.articles.map(({ title }) => title)).toContain('Asked for');
  }
});
