/** @runs-on sqlite: how what is kept looks; no statement is another with templates. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';

import { htmlProblems } from '../helpers/html';
import { type Site, startSite } from '../helpers/site';

const PAGES = ['/', '/tags/', '/tags/api/', '/posts/one/', '/subscribe/'];
const OTHERS = ['/index.xml', '/atom.xml', '/feed.json', '/posts/one/index.md', '/llms.txt'];

const EXAMPLE = path.resolve(__dirname, '../../examples/templates/config/templates');

/** A configuration whose templates are what an expression gives. */
const withTemplates = (templates: string): { files: Record<string, string> } => ({
  files: {
    'config/plugins.js': `
      module.exports = () => {
        const file = require('node:path').join(__dirname, '../plugins.json');
        const plugins = JSON.parse(require('node:fs').readFileSync(file, 'utf8'));
        plugins.syndication.config.templates = ${templates};
        return plugins;
      };`,
  },
});

const fill = async (site: Site): Promise<void> => {
  const tag = await site.tag('api');
  await site.published('one', { tags: [tag], author: 'Ayu Lestari' });
};

const directivesOf = (response: Response): Map<string, string> =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

describe('a site with the templates of examples/templates', () => {
  let site: Site;
  /** What is served without them, by address. */
  const plain = new Map<string, string>();

  beforeAll(async () => {
    const without = await startSite();
    await fill(without);
    for (const address of OTHERS) plain.set(address, await without.read(address));
    await without.stop();
    const templates = `require(${JSON.stringify(EXAMPLE)}).templates`;
    site = await startSite({}, undefined, withTemplates(templates));
    await fill(site);
  });
  afterAll(() => site.stop());

  it.each(PAGES)('serves %s with them, valid, with the style and fonts they need', async (page) => {
    const response = await site.get(page);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('<nav class="topics column"');
    expect(await htmlProblems(text)).toEqual([]);
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const directives = directivesOf(response);
    expect(directives.get('style-src')).toBe(`'sha256-${hash}'`);
    expect(directives.get('font-src')).toBe("'self'");
    expect(directives.get('default-src')).toBe("'none'");
  });

  it('says who wrote an article', async () => {
    expect(await site.read('/posts/one/')).toContain('Written by <strong>Ayu Lestari</strong>');
  });

  it('answers what is not there with them', async () => {
    const response = await site.get('/posts/none/');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<nav class="topics column"');
    expect(directivesOf(response).get('font-src')).toBe("'self'");
  });

  it.each(OTHERS)('serves %s as without them', async (address) => {
    const bare = (text: string) =>
      // Ids of the two sites' entries.
      text.replaceAll(/[0-9a-z]{24}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+07:00)|\d\d:\d\d:\d\d/g, '');
    expect(bare(await site.read(address))).toBe(bare(plain.get(address) ?? ''));
  });
});

it('a template that fails costs nobody a page, and is in the log', async () => {
  const templates = `{
    model: 1,
    header: () => { throw new Error('no header today'); },
    footer: () => '<footer>Still here</footer>',
  }`;
  const site = await startSite({}, undefined, withTemplates(templates));
  const errors = jest.spyOn(site.strapi.log, 'error').mockReturnValue(site.strapi.log);
  try {
    await fill(site);
    const text = await site.read('/posts/one/');
    await site.read('/tags/api/');
    expect(text).toContain('<header class="site">');
    expect(text).toContain('<footer>Still here</footer>');
    expect(errors.mock.calls.map(([error]) => String(error).split('\n')[0])).toEqual([
      'Syndication: Error: The template "header" failed: no header today',
    ]);
  } finally {
    errors.mockRestore();
    await site.stop();
  }
});

it('what pages may use is told to who has a page already, when it is another', async () => {
  // A module is loaded once, so that what is another is in a file.
  const templates = `{
    model: 1,
    contentSecurityPolicy: JSON.parse(
      require('node:fs').readFileSync(require('node:path').join(__dirname, '../policy.json'), 'utf8'),
    ),
  }`;
  const start = (source: string, folder?: string) => {
    const { files } = withTemplates(templates);
    const policy = JSON.stringify({ 'font-src': [source] });
    return startSite({}, folder, { files: { ...files, 'policy.json': policy } });
  };
  const first = await start('https://one.example.com');
  await fill(first);
  const had = await first.get('/posts/one/');
  await first.close();
  const second = await start('https://two.example.com', first.folder);
  try {
    const headers = { 'If-None-Match': had.headers.get('etag')! };
    const response = await second.get('/posts/one/', { headers });
    expect(response.status).toBe(200);
    expect(directivesOf(response).get('font-src')).toBe('https://two.example.com');
  } finally {
    await second.stop();
    rmSync(first.folder, { recursive: true, force: true });
  }
});
