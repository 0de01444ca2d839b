import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../../..');
const SURROUNDINGS = path.join(ROOT, 'test/fixtures/documentation/surroundings.d.ts');

const PAGES = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** A block of code between fences, without the indent of the list it stands in. */
interface Block {
  /** Page and line. */
  place: string;
  language: string;
  /** The word behind the language, which says what the block is a part of. */
  partOf?: string;
  code: string;
}

const FENCE = /^( *)```(\w*)(?: +(\S+))?\n(.*?)^ *```$/gms;

const blocksOf = (page: string): Block[] => {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  return [...text.matchAll(FENCE)].map(({ index, 1: indent, 2: language, 3: partOf, 4: code }) => ({
    place: `${page}:${text.slice(0, index).split('\n').length}`,
    language: language!,
    partOf,
    code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
};

const BLOCKS = PAGES.flatMap(blocksOf);

const IMPORTS = `import { type SyndicationOptions, type Templates, defineSources, defineTopics } from 'strapi-plugin-syndication/strapi-server';`;

/** What a block that is a part of a file stands in, by the word behind its language. Others are whole files. */
const WRAPPERS: Record<string, (code: string) => string> = {
  options: (code) => `${IMPORTS} export const options: SyndicationOptions = {\n${code}};`,
  sources: (code) => `${IMPORTS} export const sources = defineSources({\n${code}});`,
  templates: (code) => `${IMPORTS} export const templates: Partial<Templates> = {\n${code}};`,
};

const wrapped = ({ partOf, code }: Block): string => {
  if (partOf === undefined) return code;
  const wrap = WRAPPERS[partOf];
  if (!wrap) throw new Error(`There is no "${partOf}" for code to be a part of`);
  return wrap(code);
};

/** Languages of code for projects with this plugin, as the TypeScript of a file. */
const COMPILED: Record<string, (block: Block) => { extension: string; code: string }> = {
  ts: (block) => ({ extension: 'ts', code: wrapped(block) }),
  tsx: (block) => ({ extension: 'tsx', code: wrapped(block) }),
  // What is between the lines of dashes is TypeScript; Astro compiles it as a module.
  astro: ({ code }) => ({
    extension: 'ts',
    code: `export {};\n${code.split(/^---$/m)[1]}`,
  }),
};

/** Languages of what other programs read. JavaScript is not among them: new projects are TypeScript. */
const OF_OTHERS = ['', 'sh', 'nginx', 'caddy'];

/** The compiler's options of a new Strapi project (`create-strapi-app`, 5.54), and those of Next.js for JSX. */
const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  lib: ['lib.es2020.d.ts'],
  target: ts.ScriptTarget.ES2019,
  strict: true,
  skipLibCheck: true,
  forceConsistentCasingInFileNames: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  noImplicitThis: true,
  noEmit: true,
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node', 'react'],
  baseUrl: ROOT,
  paths: { 'strapi-plugin-syndication/strapi-server': ['strapi-server.ts'] },
};

/** Astro compiles what is between its lines of dashes as a module. */
const OPTIONS_OF_ASTRO: ts.CompilerOptions = {
  ...OPTIONS,
  module: ts.ModuleKind.ES2022,
  target: ts.ScriptTarget.ES2022,
  lib: undefined,
};

/** What is in no block, by the options it is read with: programs share it. */
const READ = new Map<ts.CompilerOptions, Map<string, ts.SourceFile | undefined>>();

/** What the compiler says of each block, by its place; nothing of the plugin's own sources. */
const compile = (blocks: Block[], options = OPTIONS): Record<string, string[]> => {
  const files = new Map<string, string>();
  const places = new Map<string, string>();
  for (const block of blocks) {
    const { extension, code } = COMPILED[block.language]!(block);
    const file = path.join(ROOT, `${block.place.replaceAll(/\W/g, '-')}.${extension}`);
    files.set(file, code);
    places.set(file, block.place);
  }
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const read = READ.get(options) ?? new Map<string, ts.SourceFile | undefined>();
  READ.set(options, read);
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...more) => {
    if (files.has(file)) return getSourceFile(file, ...more);
    if (!read.has(file)) read.set(file, getSourceFile(file, ...more));
    return read.get(file);
  };
  const program = ts.createProgram([...files.keys(), SURROUNDINGS], options, host);
  const said = [...places].map(([file, place]): [string, string[]] => {
    const source = program.getSourceFile(file);
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return [
      place,
      found.map(({ code, messageText }) => {
        return `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
      }),
    ];
  });
  return Object.fromEntries(said.filter(([, messages]) => messages.length > 0));
};

describe('code in the documentation', () => {
  const compiled = BLOCKS.filter(({ language }) => language in COMPILED);

  it('compiles in a new Strapi project, with "strict"', () => {
    expect(compiled.length).toBeGreaterThan(15);
    const [ofAstro, others] = [true, false].map((isAstro) =>
      compiled.filter(({ language }) => (language === 'astro') === isAstro),
    );
    expect(compile(others!)).toEqual({});
    expect(compile(ofAstro!, OPTIONS_OF_ASTRO)).toEqual({});
  });

  it('is compiled indeed', () => {
    const block = { place: 'broken', language: 'ts' };
    expect(
      compile([
        { ...block, code: 'export default ({ env }) => env;' },
        { ...block, place: 'broken part', partOf: 'options', code: 'titel: 1,\n' },
        { ...block, place: 'right', code: 'export const one: number = 1;' },
      ]),
    ).toEqual({
      broken: [expect.stringMatching(/^TS7031: Binding element 'env' implicitly has an 'any'/)],
      'broken part': [expect.stringMatching(/^TS\d+: .*'titel' does not exist in type/s)],
    });
  });

  it('is JSON where it says so', () => {
    for (const { code } of BLOCKS.filter(({ language }) => language === 'json')) {
      expect(JSON.parse(code)).toBeInstanceOf(Object);
    }
  });

  it('is in a language that is compiled, or that another program reads', () => {
    const known = [...Object.keys(COMPILED), ...OF_OTHERS, 'json'];
    expect(BLOCKS.filter(({ language }) => !known.includes(language))).toEqual([]);
  });
});
