import { readFileSync } from 'node:fs';
import path from 'node:path';

import { pathToRegexp } from 'path-to-regexp';

import { isDirectory, isFile } from '../../../examples/astro/src/lib/from-strapi';
import { rewrites } from '../../../examples/nextjs/lib/rewrites';
import { DEFAULT_FEED_FILES, FEED_FORMATS } from '../../../src/feed/formats';
import { createAddresses } from '../../../src/options/site-addresses';
import { PREVIEWS_PATH } from '../../../src/public/preview-routes';
import { publicRoutes } from '../../../src/public/routes';
import { compilePlan } from '../../../src/mapping/compile-plan';
import type { Plan } from '../../../src/mapping/plan';
import type { CompleteOptions } from '../../../src/options/options';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';
import { EXAMPLE } from '../../helpers/example-schemas';

const BASE = 'https://www.example.com';
const STRAPI = 'https://cms.example.com';

const OPTIONS = {
  baseUrl: BASE,
  home: '/' as const,
  feedFiles: DEFAULT_FEED_FILES,
  htmlPages: true,
  archive: true,
  sitemap: true,
  newsSitemap: true,
  llmsTxt: true,
  robotsTxt: true,
  push: {},
};

/** The front end's own: its home, and what search engines may read of it. */
const FRONT_ENDS = ['/', '/robots.txt'];

/** Every kind of address that the plugin serves behind a front end. */
const addressesOf = (plan: Plan): string[] => {
  const addresses = createAddresses(BASE);
  const params = { page: '2', archive: '1', year: '2024', slug: 'how-i-read-a-jwt' };
  const routes = publicRoutes(OPTIONS as CompleteOptions, { plan, locale: undefined });
  const found = ['api', 'api+testing', 'api,testing'].flatMap((topics) =>
    routes.map(({ path: route, canonical }) => {
      // A route takes what its path names.
      const named = Object.entries({ ...params, topics }).filter(([name]) =>
        route.includes(`:${name}`),
      );
      const address = canonical(Object.fromEntries(named), addresses);
      if (address === undefined) throw new Error(`${route} has no address`);
      return address.replace(BASE, '');
    }),
  );
  const previews = ['', ...FEED_FORMATS.map(({ fileName }) => fileName)].map(
    (file) => `${PREVIEWS_PATH}signed.token/${file}`,
  );
  const all = new Set([...found, ...previews, '/uploads/cover_1.jpg']);
  return [...all].filter((address) => !FRONT_ENDS.includes(address));
};

/** Forms that the plugin redirects. */
const withoutSlash = (addresses: string[]): string[] =>
  addresses.filter((address) => address.endsWith('/')).map((address) => address.slice(0, -1));

const OTHERS = [
  ...FRONT_ENDS,
  ...['/about', '/about/', '/admin', '/admin/', '/api/articles', '/_health', '/tagsoup/'],
  ...['/uploaded/', '/indexaxml', '/index.xml.html', '/shop/tags/', '/blog/posts/a/'],
];

const section = readFileSync(path.resolve(__dirname, '../../../docs/proxy.md'), 'utf8')
  .split(/^## /m)
  .find((text) => text.startsWith('A site that something else draws'))!;

/** The first block of code that has a text. */
const snippet = (text: string): string =>
  [...section.matchAll(/^```\w*\n([^]*?)^```/gm)]
    .map(([, code]) => code!)
    .find((code) => code.includes(text))!;

/** Where a request is brought, or undefined for the front end. */
type Proxy = (address: string) => string | undefined;

const nginx = (): Proxy => {
  const rules = [...snippet('server_name').matchAll(/location ~ (\S+) \{ proxy_pass (\S+); \}/g)];
  expect(rules).toHaveLength(2);
  return (address) => {
    const [, , server] = rules.find(([, pattern]) => new RegExp(pattern!).test(address)) ?? [];
    // Without a path of its own, the path is passed on.
    return server && STRAPI + new URL(server).pathname.replace(/\/$/, '') + address;
  };
};

const caddy = (): Proxy => {
  const [, paths = ''] = /@syndication path (.+)/.exec(snippet('@syndication')) ?? [];
  return (address) => {
    const matches = (glob: string): boolean =>
      glob.endsWith('*') ? address.startsWith(glob.slice(0, -1)) : address === glob;
    return paths.split(' ').some(matches) ? STRAPI + address : undefined;
  };
};

interface Rewrite {
  source: string;
  destination: string;
}

/** As Vercel and Next.js read them: with the sixth version of path-to-regexp, strictly. */
const fromRewrites = (all: Rewrite[], server: string): Proxy => {
  const rules = all.map(({ source, destination }) => ({
    pattern: pathToRegexp(source, [], { strict: true, sensitive: true, delimiter: '/' }),
    destination,
  }));
  return (address) => {
    const rule = rules.find(({ pattern }) => pattern.test(address));
    const [, path] = rule?.pattern.exec(address) ?? [];
    return rule?.destination.replace(':path', path!).replace(server, STRAPI);
  };
};

const vercel = (): Proxy =>
  fromRewrites((JSON.parse(snippet('"rewrites"')) as { rewrites: Rewrite[] }).rewrites, STRAPI);

const netlify = (): Proxy => {
  const rules = snippet(':splat')
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/) as [string, string, string]);
  expect(rules.map(([, , status]) => status)).toEqual(rules.map(() => '200'));
  return (address) => {
    for (const [from, to] of rules) {
      const directory = from.replace(/\/\*$/, '');
      if (from === address || (directory !== from && address === directory)) {
        return to.replace('/:splat', '');
      }
      if (directory !== from && address.startsWith(`${directory}/`)) {
        return to.replace(':splat', address.slice(directory.length + 1));
      }
    }
    return undefined;
  };
};

describe.each([
  ['nginx', nginx],
  ['Caddy', caddy],
  ['Vercel', vercel],
  ['Netlify', netlify],
])('the rules for %s in docs/proxy.md', (_name, read) => {
  const proxy = read();
  const addresses = addressesOf(BUILT_IN_PLAN);

  it.each([...addresses, ...withoutSlash(addresses)])('bring %s to Strapi as it is', (address) => {
    expect(proxy(address)).toBe(STRAPI + address);
  });

  it.each(OTHERS)('leave %s to the front end', (address) => {
    expect(proxy(address)).toBeUndefined();
  });
});

describe('the examples of front ends', () => {
  const plan = compilePlan({ sources: { 'api::article.article': {} } }, EXAMPLE);
  const addresses = addressesOf(plan);
  const { afterFiles, fallback } = rewrites;
  const nextjs = fromRewrites([...afterFiles, ...fallback], 'http://localhost:1337');

  it.each(addresses)('ask Strapi for %s, unless they have a page there', (address) => {
    expect(nextjs(address)).toBe(STRAPI + address);
    expect(isFile(address) || isDirectory(address)).toBe(true);
  });

  it.each(addresses.filter((address) => !address.endsWith('/')))(
    'do not take %s for a page of their own',
    (address) => {
      expect(isFile(address)).toBe(true);
    },
  );

  it.each(OTHERS)('do not ask it for %s', (address) => {
    expect(nextjs(address)).toBeUndefined();
    expect(isFile(address) || isDirectory(address)).toBe(false);
  });
});
