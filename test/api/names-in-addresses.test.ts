/** @runs-on sqlite: What a start says of names goes by the schemas. */
import { type App, startApp } from '../helpers/app';
import { siteTypes } from '../helpers/site-types';
import { reportedAddresses, settled } from '../helpers/state';

const GENRE = 'api::genre.genre';
const STORY = 'api::story.story';

const files = siteTypes({
  genre: { attributes: { name: { type: 'string' } } },
  story: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      genres: { type: 'relation', relation: 'manyToMany', target: GENRE },
    },
  },
});

const config = {
  sources: { [STORY]: { topics: ['genres'] } },
  topics: { [GENRE]: { address: '/genres/{name}/' } },
};

let app: App & { folder: string };

afterAll(() => app?.stop());

test('a start says which names make no address, and is silent where each does', async () => {
  app = await startApp({ files, config, fromNothing: true });
  const genres = app.strapi.documents(GENRE as never) as unknown as {
    create: (parameters: object) => Promise<unknown>;
  };
  await genres.create({ data: { name: 'crime' } });
  expect(await reportedAddresses(app)).toEqual([]);
  await genres.create({ data: { name: 'Science Fiction' } });
  expect(await reportedAddresses(app)).toEqual([
    expect.stringContaining('"name" has texts that no address can have, such as "Science Fiction"'),
  ]);
});

test('a start says which field is empty in entries that an import published', async () => {
  await app.strapi.db.query(STORY).create({
    data: { documentId: 'imported', title: 'By a script', publishedAt: new Date() },
  });
  await settled(app);
  expect(await reportedAddresses(app)).toContainEqual(
    expect.stringContaining('"slug" is empty in published entries, such as "By a script"'),
  );
});
