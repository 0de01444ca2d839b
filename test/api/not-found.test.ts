/**
 * @runs-on sqlite: What the page shows; the newest entries are asked of every database by
 * catalogue.test.ts, addresses that are not there by cached-notices.test.ts.
 */
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { htmlProblems } from '../helpers/html';
import { forgetResponses, isCached } from '../helpers/state';
import { statementsOn } from '../helpers/statements';

const BASE = 'https://www.example.com';

let app: App & { folder: string };
let editor: Editor;

const read = async (path: string, accept = 'text/html'): Promise<string> => {
  const response = await app.get(path, { headers: { accept } });
  expect([path, response.status]).toEqual([path, 404]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return response.text();
};

/** Titles and addresses of the articles that the page of an unknown address names. */
const newestOf = async (path: string): Promise<string[]> =>
  [...(await read(path)).matchAll(/<h3[^>]*><a href="([^"]*)">([^<]*)<\/a><\/h3><time/g)].map(
    ([, href = '', title]) => `${title} ${href.replace(BASE, '')}`,
  );

beforeAll(async () => {
  app = await startApp({ config: { baseUrl: BASE, siteName: 'Notes', timeZone: 'UTC' } });
  editor = createEditor(app);
  for (const day of [1, 2, 3, 4, 5, 6]) {
    await editor.published({
      slug: `day-${day}`,
      title: `Day ${day}`,
      date: `2024-03-0${day}T00:00:00.000Z`,
    });
  }
});

afterAll(() => app.stop());

describe('the page of what is not there', () => {
  it('names the newest articles, with its own policy', async () => {
    expect(await newestOf('/posts/none/')).toEqual(
      [6, 5, 4, 3, 2].map((day) => `Day ${day} /posts/day-${day}/`),
    );
    expect(await htmlProblems(await read('/tags/none/'))).toEqual([]);
    const { headers } = await app.get('/posts/none/', { headers: { 'accept-encoding': 'gzip' } });
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-encoding')).toBe('gzip');
  });

  it('shows at once what is published, called otherwise, moved and taken back', async () => {
    const written = await editor.published({
      slug: 'new',
      title: 'New',
      date: '2024-04-01T00:00:00.000Z',
    });
    expect((await newestOf('/posts/none/'))[0]).toBe('New /posts/new/');
    await editor.republish(written, { title: 'Newer', slug: 'newer' });
    expect((await newestOf('/posts/none/'))[0]).toBe('Newer /posts/newer/');
    await editor.delete(written);
    expect((await newestOf('/posts/none/'))[0]).toBe('Day 6 /posts/day-6/');
  });

  it('names nothing that is not public yet', async () => {
    const draft = await editor.draft({
      slug: 'draft',
      title: 'Draft',
      date: '2024-05-01T00:00:00.000Z',
    });
    const later = await editor.published({
      slug: 'later',
      title: 'Later',
      date: '2124-05-01T00:00:00.000Z',
    });
    expect((await newestOf('/posts/draft/'))[0]).toBe('Day 6 /posts/day-6/');
    expect((await newestOf('/posts/later/'))[0]).toBe('Day 6 /posts/day-6/');
    for (const documentId of [draft, later]) await editor.delete(documentId);
  });

  it('is made once for all unknown addresses, and is kept once', async () => {
    forgetResponses(app);
    await read('/posts/first/');
    const unknown = Array.from({ length: 50 }, (_, number) => `/posts/unknown-${number}/`);
    // Each address is looked up; the list of the newest is not.
    const statements = await statementsOn(app, 'order by', async () => {
      for (const path of unknown) await read(path);
    });
    const lists = statements.filter(
      ({ sql }) => /limit/.test(sql) && /date/.test(sql) && /desc/.test(sql),
    );
    expect(lists).toEqual([]);
    expect(unknown.filter((path) => isCached(app, path))).toEqual([]);
  });

  it('is a line for who sees no page', async () => {
    expect(await read('/tags/none/index.xml')).not.toContain('Day 6');
    expect(await read('/posts/none/index.md')).not.toContain('Day 6');
  });

  it('goes without them where nothing is cached', async () => {
    await app.close();
    app = await startApp({ folder: app.folder, config: { baseUrl: BASE, cache: false } });
    expect(await newestOf('/posts/none/')).toEqual([]);
  });
});
