import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { OPTION_SCHEMAS } from '../../../src/options/config';
import { DEFAULT_OPTIONS } from '../../../src/options/config';

const ROOT = path.resolve(__dirname, '../../..');

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile() && !file.parentPath.includes('node_modules'))
    .map((file) => path.relative(ROOT, path.join(file.parentPath, file.name)));

const DOCS = filesIn('docs').filter((file) => file.endsWith('.md'));

const PAGES = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...DOCS,
  ...filesIn('examples').filter((file) => file.endsWith('.md')),
];

/** A page without its blocks of code. */
const prose = (page: string): string => read(page).replaceAll(/^ *```.*?^ *```$/gms, '');

/** Names that links find the headings of a page by, as GitHub gives them. */
const anchorsOf = (page: string): string[] =>
  [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

/** Addresses of links and pictures within the repository, as the page has them. */
const linksOf = (page: string): string[] =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address]) => address!)
    .filter((address) => !/^(?:https?:|\/)/.test(address));

const leadsNowhere = (page: string, link: string): boolean => {
  const [file = '', anchor] = link.split('#');
  const target = path.join(path.dirname(page), file || path.basename(page));
  if (!existsSync(path.join(ROOT, target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
};

describe('links in the documentation', () => {
  it('lead to files and headings that are there', () => {
    const links = PAGES.flatMap((page) => linksOf(page).map((link) => [page, link] as const));
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(([page, link]) => leadsNowhere(page, link))).toEqual([]);
  });

  it('lead from pages of the package to files of the package', () => {
    const { files } = JSON.parse(read('package.json')) as { files: string[] };
    const links = DOCS.flatMap((page) =>
      linksOf(page).map((link) => path.join(path.dirname(page), link.split('#')[0]!)),
    );
    expect(links.filter((target) => !files.includes(target.split('/')[0]!))).toEqual([]);
  });
});

describe('docs/options.md', () => {
  /** Cells of the rows that begin with the name of an option. */
  const rows = [...read('docs/options.md').matchAll(/^\| `(\w+)`.*$/gm)].map(
    ([row, name]) => [name!, row!.split(/(?<!\\)\|/).map((cell) => cell.trim())] as const,
  );

  it('has a row for every option', () => {
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(OPTION_SCHEMAS).sort());
  });

  it('says the defaults', () => {
    // What the table says in words: they follow from something else, or are no value.
    const {
      templates: _templates,
      appearance: _appearance,
      cache: _cache,
      feedFiles: _feedFiles,
      ...plain
    } = DEFAULT_OPTIONS;
    const said = new Map(rows.map(([name, [, , , value]]) => [name, value]));
    for (const [name, value] of Object.entries(plain)) {
      const written = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
      expect([name, said.get(name)]).toEqual([name, `\`${written}\``]);
    }
  });
});

it('is at most 15,000 words long', () => {
  const words = DOCS.flatMap((page) => read(page).split(/\s+/).filter(Boolean));
  expect(words.length).toBeLessThanOrEqual(15_000);
});

it('has the pages that messages name', () => {
  const sources = filesIn('src').filter((file) => /\.tsx?$/.test(file));
  const named = sources.flatMap((file) =>
    [...read(file).matchAll(/\bdocumentation\('([\w-]+)'\)/g)].map(([, page]) => page!),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((page) => !DOCS.includes(`docs/${page}.md`))).toEqual([]);
});
