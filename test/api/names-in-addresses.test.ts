/** @runs-on sqlite: What a start says of names goes by the schemas. */
import { type App, startApp } from '../helpers/app';
import { siteTypes } from '../helpers/site-types';
import { reportedAddresses } from '../helpers/state';

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
