import { execFile as execFileWithCallback } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { BUILT_IN_SCHEMAS } from '../helpers/built-in-plan';
import { article, contentType, exampleWith } from '../helpers/example-schemas';

const execFile = promisify(execFileWithCallback);

const ROOT = path.resolve(__dirname, '../..');

const SCHEMAS = exampleWith({
  ...BUILT_IN_SCHEMAS.contentTypes,
  'api::article.article': article({
    publishDate: { type: 'datetime' },
    editor: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
    recording: { type: 'media', multiple: false, allowedTypes: ['audios'] },
    seo: { type: 'component', repeatable: false, component: 'shared.seo' },
    noindex: { type: 'boolean', private: true },
    legacyGuid: { type: 'string' },
    internalNote: { type: 'string', private: true },
    price: { type: 'decimal' },
    secret: { type: 'password' },
  }),
  'api::author.author': contentType('author', 'authors', {
    name: { type: 'string' },
    email: { type: 'string', private: true },
    employer: { type: 'relation', relation: 'manyToOne', target: 'api::employer.employer' },
    articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article' },
  }),
  'plugin::users-permissions.user': contentType('user', 'users', {
    username: { type: 'string' },
    email: { type: 'email' },
    employer: { type: 'relation', relation: 'manyToOne', target: 'api::employer.employer' },
  }),
  'api::employer.employer': contentType('employer', 'employers', { name: { type: 'string' } }),
});

/** The compiler's options of a new Strapi project (`create-strapi-app`, 5.54). */
const COMPILER_OPTIONS = {
  module: 'CommonJS',
  moduleResolution: 'Node',
  lib: ['ES2020'],
  target: 'ES2019',
  strict: true,
  skipLibCheck: true,
  forceConsistentCasingInFileNames: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  noEmitOnError: true,
  noImplicitThis: true,
};

let folder: string;

/** What the compiler says of a site's file; of the plugin's own sources nothing is asked here. */
const compile = async (...files: string[]): Promise<string[]> => {
  const config = path.join(folder, `tsconfig-${path.basename(files[0] as string)}.json`);
  const paths = {
    'strapi-plugin-syndication/strapi-server': [path.join(ROOT, 'src/options/source')],
  };
  const compilerOptions = { ...COMPILER_OPTIONS, noEmit: true, types: [], baseUrl: '.', paths };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const { stdout } = await execFile(
    process.execPath,
    [require.resolve('typescript/bin/tsc'), '-p', config],
    { cwd: folder },
  ).catch((error: { stdout: string; code: unknown }) => {
    if (typeof error.code !== 'number') throw error;
    return error;
  });
  return stdout.split('\n').filter((line) => line !== '');
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'syndication-types-'));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  cpSync(path.join(ROOT, 'test/fixtures/typed-project'), folder, { recursive: true });
  const generating = execFile(process.execPath, [
    path.join(ROOT, 'test/helpers/generate-types.cjs'),
    folder,
  ]);
  generating.child.stdin?.end(JSON.stringify(SCHEMAS));
  await generating;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GENERATED = ['contentTypes', 'components'].map((name) => `types/generated/${name}.d.ts`);

/** Writes the code that a page of the documentation has for a site; gives the names of the files. */
const writeCode = (page: string): string[] => {
  const text = readFileSync(path.join(ROOT, 'docs', `${page}.md`), 'utf8');
  const files = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code], place) => {
    const file = `${page}-${place}.ts`;
    writeFileSync(path.join(folder, file), code!);
    return file;
  });
  expect(files).not.toEqual([]);
  return files;
};

// In one run of the compiler, most of whose time is Strapi's types; what it finds begins with the file's name.
it("finds what is wrong at its place, and takes what is right and what the docs show, by the project's generated types", async () => {
  const documented = ['extending', 'languages'].flatMap(writeCode);
  expect(await compile('known-types.ts', ...documented, ...GENERATED)).toEqual([]);
});

it('takes names as they are in a project without generated types', async () => {
  expect(await compile('unknown-types.ts')).toEqual([]);
});
