import { type ChildProcess, execFile as execFileWithCallback, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { type App, startApp } from '../helpers/app';
import {
  ARTICLE,
  CATEGORY,
  documentsOf,
  type ExampleEntries,
  exampleConfig,
  exampleTypes,
  seedExample,
} from '../helpers/example-site';
import { freePort } from '../helpers/free-port';
import { type Received, type Receiver, startReceiver } from '../helpers/receiver';
import newApp from './new-app.json';
import { takeApp } from './take-app';

const ROOT = path.resolve(__dirname, '../..');

/** What visitors call the front end; here it is asked at its own port. */
const PUBLIC_URL = 'https://www.example.com';

/** What the plugin signs its messages with. */
const SECRET = `whsec_${Buffer.from('a key of twenty-four bytes').toString('base64')}`;

/** Versions of Node and their programs, found by the global set-up. */
const NODES = new Map(JSON.parse(process.env.TEST_NODES ?? '[]') as [number, string][]);

/** How a front end is built and started, by programs of Node. */
interface Framework {
  name: string;
  /** Version of Node it asks for at least. */
  node: number;
  build: string[][];
  start: string[];
  /** Where it takes the plugin's messages. */
  revalidate: string;
}

/** Those that draw articles and categories. */
const WITH_ARTICLES: Framework[] = [
  {
    name: 'nextjs',
    node: 20,
    build: [['node_modules/next/dist/bin/next', 'build']],
    start: ['node_modules/next/dist/bin/next', 'start'],
    // Without the slash Next.js redirects, which the plugin does not follow.
    revalidate: '/api/revalidate/',
  },
  {
    name: 'astro',
    node: 22,
    build: [
      ['node_modules/astro/bin/astro.mjs', 'check'],
      ['node_modules/astro/bin/astro.mjs', 'build'],
    ],
    start: ['dist/server/entry.mjs'],
    revalidate: '/api/revalidate/',
  },
];

const FRAMEWORKS: Framework[] = [
  ...WITH_ARTICLES,
  {
    name: 'nuxt',
    node: 22,
    build: [['node_modules/nuxt/bin/nuxt.mjs', 'build']],
    start: ['.output/server/index.mjs'],
    revalidate: '/api/revalidate',
  },
];

interface FrontEnd {
  get: (address: string, init?: RequestInit) => Promise<Response>;
  stop: () => Promise<void>;
}

const execFile = promisify(execFileWithCallback);

const home = mkdtempSync(path.join(tmpdir(), 'syndication-front-ends-'));
let strapi: App;
let receiver: Receiver;
/** Document ids of its articles and categories, by their slugs. */
let entries: ExampleEntries;
const frontEnds = new Map<string, FrontEnd>();

/** Strapi's example app after its seed, with an article that has moved and one that was taken back. */
const startExample = async (): Promise<App> => {
  const webhooks = FRAMEWORKS.map(({ name }) => ({
    url: `${receiver.url}/${name}`,
    secret: SECRET,
  }));
  const app = await startApp({
    config: {
      ...{ ...exampleConfig({ PUBLIC_URL }), entriesPerPage: 2, itemsPerFeed: 2 },
      push: { webhooks },
    },
    plugins: { 'users-permissions': { jwtSecret: 's' } },
    files: { ...exampleTypes(), 'public/uploads/coffee-art.jpg': 'A picture of coffee' },
  });
  entries = await seedExample(app);
  const { articles } = entries;
  const documents = documentsOf(app, ARTICLE);
  for (const documentId of Object.values(articles)) await documents.publish({ documentId });
  await documents.update({
    documentId: articles['beautiful-picture']!,
    data: { slug: 'pretty-picture' },
    status: 'published',
  });
  await documents.unpublish({ documentId: articles['this-shrimp-is-awesome']! });
  const query = (uid: string) => app.strapi.db.query(uid);
  const role = await query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
  for (const type of ['article', 'category', 'author']) {
    const data = { action: `api::${type}.${type}.find`, role: role.id };
    await query('plugin::users-permissions.permission').create({ data });
  }
  return app;
};

/** What is in a folder where somebody has built the example. */
const MADE = ['node_modules', 'package-lock.json', 'dist', '.next', '.astro', '.nuxt', '.output'];

const folderOf = (name: string): string => path.join(home, name);

const install = async ({ name }: Framework): Promise<void> => {
  const isSource = (file: string) => !MADE.includes(path.basename(file));
  const isInstalled = takeApp(name, folderOf(name));
  cpSync(path.join(ROOT, 'examples', name), folderOf(name), { recursive: true, filter: isSource });
  if (isInstalled) return;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await execFile('npm', ['install', ...options, `--before=${newApp.before}`], {
    cwd: folderOf(name),
  });
};

const startFrontEnd = async (
  { name, node, build, start }: Framework,
  secret?: string,
): Promise<FrontEnd> => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const program = NODES.get(node)!;
  const options = {
    cwd: folderOf(name),
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1' },
      ...{ PUBLIC_URL, STRAPI_URL: strapi.origin },
      ...{ REVALIDATE_SECRET: secret, NUXT_REVALIDATE_SECRET: secret },
      ...{ ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1' },
      NUXT_TELEMETRY_DISABLED: '1',
    } as NodeJS.ProcessEnv,
  };
  for (const step of build) {
    await execFile(program, step, options).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${name} was not built:\n${error.stdout}\n${error.stderr}`);
    });
  }
  const server: ChildProcess = spawn(program, start, { ...options, stdio: 'ignore' });
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  const get: FrontEnd['get'] = (address, init) =>
    fetch(origin + address, { redirect: 'manual', ...init });
  for (;;) {
    const response = await get('/').catch(() => null);
    if (response?.ok) break;
    if (response || hasEnded()) {
      server.kill();
      throw new Error(`${name} did not start: ${response?.status}`);
    }
    await sleep(100);
  }
  return {
    get,
    async stop() {
      if (hasEnded()) return;
      server.kill();
      await once(server, 'exit');
    },
  };
};

beforeAll(async () => {
  receiver = await startReceiver();
  // Side by side: an installation mostly waits.
  [strapi] = await Promise.all([startExample(), ...FRAMEWORKS.map(install)]);
  await Promise.all(
    FRAMEWORKS.map(async (framework) => {
      frontEnds.set(framework.name, await startFrontEnd(framework, SECRET));
    }),
  );
}, 900_000);

afterAll(async () => {
  await Promise.all([...frontEnds.values()].map(({ stop }) => stop()));
  await strapi?.stop();
  await receiver?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** What a page drawn by the plugin has in it. */
const PLUGINS_PAGE = 'content="strapi-plugin-syndication"';

/** One of each kind of document. */
const DOCUMENTS = [
  ...['/index.xml', '/atom.xml', '/feed.json', '/index.md', '/page/2/', '/page/2/index.xml'],
  ...['/archive/1/index.xml', '/articles/', '/articles/page/2/', '/articles/archive/1/atom.xml'],
  ...['/articles/what-s-inside-a-black-hole/index.md', '/categories/', '/categories/index.md'],
  ...['/categories/tech/index.xml', '/categories/tech/atom.xml', '/categories/tech/feed.json'],
  ...['/categories/nature,tech/', '/categories/nature,tech/index.xml', '/subscribe/'],
  ...['/feeds.opml', '/sitemap.xml', '/llms.txt', '/uploads/coffee-art.jpg'],
];

const HEADERS = ['content-type', 'cache-control', 'content-security-policy', 'link', 'location'];

const read = async (response: Response) => ({
  status: response.status,
  headers: HEADERS.map((name) => response.headers.get(name)),
  validators: ['etag', 'last-modified'].map((name) => response.headers.get(name)),
  body: await response.text(),
});

describe.each(WITH_ARTICLES)('the example of a front end, $name', ({ name }) => {
  const get: FrontEnd['get'] = (address, init) => frontEnds.get(name)!.get(address, init);

  it('draws an article by the content API, its dynamic zone in order', async () => {
    const response = await get('/articles/a-bug-is-becoming-a-meme-on-the-internet/');
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('<h1>A bug is becoming a meme on the internet</h1>');
    expect(page).toMatch(
      /Sarah Baker[^]*<em>markdownum<\/em>[^]*<blockquote>[^]*Dig it[^]*coffee-art\.jpg[^]*coffee-shadow\.jpg/,
    );
    expect(page).not.toContain('sarahbaker@strapi.io');
    expect(page).not.toContain(PLUGINS_PAGE);
  });

  it('lists the articles of a category as its feed does, and leads readers to the feed', async () => {
    const page = await (await get('/categories/tech/')).text();
    expect(page).not.toContain(PLUGINS_PAGE);
    expect(page).toMatch(
      /href="\/articles\/what-s-inside-a-black-hole\/"[^]*href="\/articles\/a-bug-is-becoming-a-meme-on-the-internet\/"/,
    );
    const links = [...page.matchAll(/<link rel="alternate" type="([^"]+)" href="([^"]+)"/g)];
    expect(
      links.map(([, type, href]) => [
        type,
        new URL(href!, PUBLIC_URL).href.replace(PUBLIC_URL, ''),
      ]),
    ).toEqual([
      ['application/rss+xml', '/categories/tech/index.xml'],
      ['application/atom+xml', '/categories/tech/atom.xml'],
      ['application/feed+json', '/categories/tech/feed.json'],
    ]);
  });
});

it.each(FRAMEWORKS)('$name draws pages before it has a secret', async (framework) => {
  const frontEnd = await startFrontEnd({ ...framework, build: [] });
  await frontEnd.stop();
});

describe.each(FRAMEWORKS)('what the example of a front end, $name, has from Strapi', ({ name }) => {
  const get: FrontEnd['get'] = (address, init) => frontEnds.get(name)!.get(address, init);
  const asItIs = { headers: { 'Accept-Encoding': 'identity' } };

  /** Where a visitor ends up, and by how many redirects. */
  const visit = async (address: string): Promise<[number, string, number]> => {
    let at = address;
    for (let redirects = 0; redirects < 5; redirects += 1) {
      const { status, headers } = await get(at);
      const location = headers.get('location');
      if (location === null) return [status, at, redirects];
      at = new URL(location, PUBLIC_URL).pathname;
    }
    throw new Error(`${address} redirects for ever`);
  };

  it.each(DOCUMENTS)('has %s as Strapi has it', async (address) => {
    const own = await read(await strapi.get(address, asItIs));
    expect(own.status).toBe(200);
    expect(await read(await get(address, asItIs))).toEqual(own);
  });

  it('answers that nothing has changed, by entity tag and by date', async () => {
    for (const address of ['/index.xml', '/categories/tech/feed.json', '/subscribe/']) {
      const { headers } = await get(address, asItIs);
      for (const [condition, validator] of [
        ['If-None-Match', 'etag'],
        ['If-Modified-Since', 'last-modified'],
      ] as const) {
        const conditional = { ...asItIs.headers, [condition]: headers.get(validator)! };
        const response = await get(address, { headers: conditional });
        expect([response.status, await response.text()]).toEqual([304, '']);
        expect(response.headers.get('etag')).toBe(headers.get('etag'));
      }
    }
  });

  it.each([
    ['/articles', '/articles/', 1],
    ['/subscribe', '/subscribe/', 1],
    ['/categories/tech', '/categories/tech/', 1],
    ['/articles/page/1/', '/articles/', 1],
    ['/articles/beautiful-picture/', '/articles/pretty-picture/', 1],
    ['/articles/beautiful-picture/index.md', '/articles/pretty-picture/index.md', 1],
    ['/categories/tech,nature/', '/categories/nature,tech/', 1],
  ])('%s leads to %s, and ends there', async (address, target, redirects) => {
    expect(await visit(address)).toEqual([200, target, redirects]);
  });

  it('says of what was taken back that it is not there', async () => {
    expect((await get('/articles/this-shrimp-is-awesome/index.md')).status).toBe(410);
    // A page of Next.js cannot say 410.
    const gone = name === 'nextjs' ? 404 : 410;
    expect((await get('/articles/this-shrimp-is-awesome/')).status).toBe(gone);
    expect((await get('/articles/unknown/')).status).toBe(404);
  });

  it('opens nothing else of Strapi', async () => {
    for (const address of ['/admin/', '/api/articles/', '/_health/', '/tags/']) {
      expect([address, (await get(address)).status]).toEqual([address, 404]);
    }
  });
});

/** Posts a message of the plugin to a front end, as it came or changed. */
const post = (
  { name, revalidate }: Framework,
  { body, headers }: Pick<Received, 'body' | 'headers'>,
): Promise<Response> => {
  const kept = Object.entries(headers).filter(([header]) => /^(?:webhook|content)-/.test(header));
  return frontEnds.get(name)!.get(revalidate, {
    method: 'POST',
    body,
    headers: Object.fromEntries(kept.filter(([header]) => header !== 'content-length')),
  });
};

/** Waits for what the plugin says of a change, which the front end does not hear before `pass`. */
const untilTold = async (framework: Framework, type: string, change: Promise<unknown>) => {
  let answer: (status: number) => void = () => undefined;
  const message = await new Promise<Received>((done) => {
    receiver.answer = (request, response) => {
      const isMeant = request.path === `/${framework.name}`;
      if (!isMeant || !request.body.startsWith(`{"type":"${type}"`)) {
        response.writeHead(204).end();
        return;
      }
      answer = (status) => response.writeHead(status).end();
      done(request);
    };
  });
  await change;
  return {
    message,
    async pass(): Promise<void> {
      const { status } = await post(framework, message);
      answer(status);
      expect(status).toBe(204);
    },
  };
};

describe.each(FRAMEWORKS)('the example of a front end that is told, $name', (framework) => {
  const { name } = framework;
  const draw = async (address: string): Promise<string> =>
    (await frontEnds.get(name)!.get(address)).text();

  it('shows what it has until it is told of a change, and then the change', async () => {
    const title = `A black hole, as ${name} has it`;
    const addresses = name === 'nuxt' ? ['/'] : ['/', '/articles/what-s-inside-a-black-hole/'];
    const drawAll = () => Promise.all(addresses.map(draw));
    await drawAll();
    const change = documentsOf(strapi, ARTICLE).update({
      documentId: entries.articles['what-s-inside-a-black-hole']!,
      data: { title },
      status: 'published',
    });
    const { message, pass } = await untilTold(framework, 'updated', change);
    const forged = message.body.replace('"all":false', '"all":true');
    expect((await post(framework, { ...message, body: forged })).status).toBe(401);
    const unsigned = { 'content-type': 'application/json' };
    expect((await post(framework, { ...message, headers: unsigned })).status).toBe(401);
    for (const page of await drawAll()) expect(page).not.toContain(title);
    await pass();
    for (const page of await drawAll()) expect(page).toContain(title);
  });
});

/** Address of an article that moves for each of them. */
let moving = 'the-internet-s-own-boy';

describe.each(WITH_ARTICLES)('the example of a front end that is told, $name', (framework) => {
  const get: FrontEnd['get'] = (address) => frontEnds.get(framework.name)!.get(address);

  it('leads from the former address of an article that it has drawn to the new one', async () => {
    const former = `/articles/${moving}/`;
    expect((await get(former)).status).toBe(200);
    moving = `moved-for-${framework.name}`;
    const change = documentsOf(strapi, ARTICLE).update({
      documentId: entries.articles['the-internet-s-own-boy']!,
      data: { slug: moving },
      status: 'published',
    });
    const { pass } = await untilTold(framework, 'moved', change);
    expect((await get(former)).status).toBe(200);
    await pass();
    expect((await get(former)).headers.get('location')).toMatch(
      new RegExp(`^(?:${PUBLIC_URL})?/articles/${moving}/$`),
    );
    expect((await get(`/articles/${moving}/`)).status).toBe(200);
  });

  it('draws everything anew when more has changed than an article', async () => {
    const description = `What ${framework.name} shows of technology`;
    const draw = async (): Promise<string> => (await get('/categories/tech/')).text();
    await draw();
    const change = documentsOf(strapi, CATEGORY).update({
      documentId: entries.categories.tech!,
      data: { description },
    });
    const { pass } = await untilTold(framework, 'site.changed', change);
    expect(await draw()).not.toContain(description);
    await pass();
    expect(await draw()).toContain(description);
  });
});

// Last: it changes what the others have.
describe.each(WITH_ARTICLES)('the example of a front end, $name, in any script', ({ name }) => {
  it('draws an article whose slug has letters that are percent-encoded in its address', async () => {
    const query = strapi.strapi.db.query(ARTICLE);
    const documentId = entries.articles['a-bug-is-becoming-a-meme-on-the-internet']!;
    const callIt = (slug: string) => query.updateMany({ where: { documentId }, data: { slug } });
    await callIt('größe');
    const response = await frontEnds.get(name)!.get('/articles/gr%C3%B6%C3%9Fe/');
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('<h1>A bug is becoming a meme on the internet</h1>'),
    ]);
  });
});
