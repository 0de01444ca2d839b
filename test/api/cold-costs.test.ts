/** @runs-on sqlite postgres mysql: what a first rendering asks is counted on each */
import { partsOf } from '../../src/compose';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { forgetResponses, settled } from '../helpers/state';
import { statementsOn } from '../helpers/statements';

/** How many statements a first rendering takes at most. */
const MOST: Record<string, number> = {
  '/tags/api/index.xml': 10,
  '/tags/api/atom.xml': 10,
  '/tags/api/feed.json': 10,
  '/index.xml': 7,
  '/tags/api/': 9,
  '/': 8,
};

let app: App;

beforeAll(async () => {
  app = await startApp({ config: { baseUrl: 'https://www.example.com', siteName: 'Notes' } });
  const editor = createEditor(app);
  const tags = await Promise.all(['api', 'testing', 'tools'].map((slug) => editor.tag({ slug })));
  for (let index = 0; index < 19; index += 1) {
    // With one date, those around the end of a page would be read once more.
    const date = new Date(Date.UTC(2026, 0, 1 + index));
    await editor.published({ slug: `entry-${index}`, body: `Text ${index}.`, date, tags });
  }
  await settled(app);
  // What is read once in the life of a process: the settings, and whether there is anything at all.
  await app.get('/');
});

afterAll(() => app?.stop());

describe('the first rendering', () => {
  it.each(Object.keys(MOST))('of %s asks for nothing twice', async (path) => {
    forgetResponses(app);
    const statements = await statementsOn(app, '', async () => {
      const response = await app.get(path);
      const shown = (await response.text()).match(/Text \d+/g);
      expect(shown?.length).toBeGreaterThanOrEqual(path.endsWith('/') ? 10 : 19);
    });
    expect(statements.map(({ sql }) => sql).slice(MOST[path])).toEqual([]);
  });

  it('asks the router and the table of documents once', async () => {
    forgetResponses(app);
    const match = jest.spyOn(app.strapi.server.router, 'match');
    // No response says how often its address was looked up.
    const find = jest.spyOn(partsOf(app.strapi).routeTable, 'find');
    await (await app.get('/tags/api/index.xml')).text();
    expect([match.mock.calls.length, find.mock.calls.length]).toEqual([1, 1]);
    match.mockRestore();
    find.mockRestore();
  });
});
