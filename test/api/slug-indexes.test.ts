import { type App, startApp } from '../helpers/app';
import { siteTypes } from '../helpers/site-types';

const POST = 'api::post.post';

const files = siteTypes({
  post: { draftAndPublish: true, attributes: { title: { type: 'string' }, slug: { type: 'uid' } } },
});

const unpublished = { baseUrl: 'https://www.example.com', siteName: 'Notes' };
const published = { ...unpublished, sources: { [POST]: {} } };

/** How many indexes there are on the slugs of a site's type. */
const countIndexes = async ({ strapi }: App): Promise<number> => {
  const { dialect, metadata } = strapi.db;
  const { tableName } = metadata.get(POST);
  const indexes: { columns: string[] }[] = await dialect.schemaInspector.getIndexes(tableName);
  return indexes.filter(({ columns }) => columns[0] === 'slug').length;
};

it('slugs of a type are indexed from its first start as a source on, and no more once it is none', async () => {
  const first = await startApp({ config: unpublished, files });
  const { folder } = first;
  const seen = [await countIndexes(first)];
  await first.close();
  for (const config of [published, published]) {
    const app = await startApp({ config, files, folder });
    seen.push(await countIndexes(app));
    await app.close();
  }
  const last = await startApp({ config: unpublished, files, folder });
  seen.push(await countIndexes(last));
  await last.stop();
  expect(seen).toEqual([0, 1, 1, 0]);
});
