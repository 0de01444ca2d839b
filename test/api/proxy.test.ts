/**
 * @runs-on sqlite: What a proxy leaves of an address, and what is made of it, is a matter of
 * requests.
 */
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { sendRaw } from '../helpers/request';
import { BY_THE_CLOCK } from '../helpers/statements';

const PUBLIC = 'https://www.example.com/cms';

/** What a proxy makes of the path of a public address before it asks Strapi. */
const PROXIES: [string, (path: string) => string][] = [
  ['takes the path off', (path) => path.replace(/^\/cms(?=\/)/, '')],
  ['passes the path on', (path) => path],
];

const SOURCE = `module.exports = { register({ strapi }) {
  strapi.log.info = (message) => { strapi.said = [...(strapi.said ?? []), message]; return strapi.log; };
} };`;

const MOST_HOPS = 4;

/** What a visitor of the public address ends up at, by way of a proxy. */
const visit = async (app: App, address: string, toPath: (path: string) => string) => {
  let url = new URL(address);
  for (let hops = 0; hops <= MOST_HOPS; hops += 1) {
    const response = await sendRaw(app.origin, toPath(url.pathname) + url.search);
    const { location } = response.headers;
    if (location === undefined) return { ...response, url: url.href, hops };
    url = new URL(location, url);
  }
  throw new Error(`${address} redirects for ever`);
};

describe.each([
  ['without a base address', undefined, PUBLIC],
  ['with a base address below it', `${PUBLIC}/notes`, `${PUBLIC}/notes`],
])("Strapi's public address has a path, %s", (_title, baseUrl, base) => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ url: PUBLIC, config: { baseUrl }, files: { 'src/index.js': SOURCE } });
    const editor = createEditor(app);
    const tag = await editor.tag({ slug: 'api' });
    const article = await editor.published({ slug: 'old', tags: [tag] });
    await editor.republish(article, { slug: 'new' });
  });

  afterAll(() => app?.stop());

  describe.each(PROXIES)('and the proxy %s', (_does, toPath) => {
    it.each(['/tags/', '/tags/api/', '/tags/api/index.xml', '/posts/new/', '/index.xml'])(
      '%s is answered, with public addresses in it',
      async (address) => {
        const response = await visit(app, base + address, toPath);
        expect([response.status, response.hops]).toEqual([200, 0]);
        expect(response.body).toContain(base + address);
      },
    );

    it.each([
      ['/tags/api', '/tags/api/'],
      ['/tags/api/page/1/', '/tags/api/'],
      ['/posts/new?from=reader', '/posts/new/?from=reader'],
      ['/posts/old/', '/posts/new/'],
    ])('%s leads to %s, and ends there', async (address, target) => {
      const { status, url, hops } = await visit(app, base + address, toPath);
      expect([status, url, hops]).toEqual([200, base + target, 1]);
    });

    it('what there is not is 404', async () => {
      for (const unknown of ['/posts/unknown', '/posts/unknown/', '/tags/unknown/index.xml']) {
        expect(await visit(app, base + unknown, toPath)).toMatchObject({ status: 404, hops: 0 });
      }
    });

    it('the second response, and a 304, come from memory', async () => {
      const first = await visit(app, `${base}/tags/api/atom.xml`, toPath);
      const asked: string[] = [];
      const note = ({ sql }: { sql: string }) => {
        if (!BY_THE_CLOCK.test(sql)) asked.push(sql);
      };
      app.strapi.db.connection.on('query', note);
      const path = toPath(new URL(`${base}/tags/api/atom.xml`).pathname);
      const second = await sendRaw(app.origin, path);
      const headers = { 'If-None-Match': String(first.headers.etag) };
      const third = await sendRaw(app.origin, path, { headers });
      app.strapi.db.connection.off('query', note);
      expect([second.status, second.body, third.status]).toEqual([200, first.body, 304]);
      expect(asked).toEqual([]);
    });
  });

  it('a start says which set-up is meant', () => {
    const { said = [] } = app.strapi as unknown as { said?: string[] };
    const line = said
      .map(String)
      .find((message) => message.includes('whose path a proxy takes off'));
    expect(line).toContain(`${base} is at or below`);
    expect(line).toContain(`answered at "${new URL(base).pathname}" as well`);
    expect(line).toContain(`linked at "${new URL(base).origin}/uploads/"`);
  });
});

it("Strapi's public address may end in a path of Strapi's own", async () => {
  const app = await startApp({ url: 'https://www.example.com/api' });
  try {
    await createEditor(app).tag({ slug: 'news' });
    const response = await sendRaw(app.origin, '/tags/news/');
    expect(response.status).toBe(200);
    expect(response.body).toContain('https://www.example.com/api/tags/news/');
    // There is the REST API alone.
    expect((await sendRaw(app.origin, '/api/tags/news/')).body).not.toContain('<h1');
  } finally {
    await app.stop();
  }
});
