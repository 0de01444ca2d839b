/**
 * Finishes the output of `strapi-plugin build` in `dist/`: one declaration file for each entry point, one server
 * that `import` and `require` share, and the licences of bundled packages.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

import { ROOT } from './lib/paths.mjs';

const require = createRequire(import.meta.url);
const at = (...parts) => path.join(ROOT, ...parts);
const readPackage = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

const manifest = readPackage(ROOT);

/**
 * Packages that the build bundles into `dist/`, where they take a tenth of their installed size: `devDependencies`.
 * What makes text safe for readers stays a dependency: `npm audit` of a site sees it.
 */
const BUNDLED = [
  '@mixmark-io/domino',
  'aws4fetch',
  'highlight.js',
  'lru-cache',
  'luxon',
  'preact',
  'preact-render-to-string',
  'turndown',
  'turndown-plugin-gfm',
];

/** Replaces the declaration files of an entry point by one file with the reachable declarations. */
const rollUp = (entry, { types, tsconfig }) => {
  const rolled = at('dist', `${entry}.d.ts`);
  const result = Extractor.invoke(
    ExtractorConfig.prepare({
      configObject: {
        projectFolder: ROOT,
        mainEntryPointFilePath: at(types),
        compiler: { tsconfigFilePath: at(tsconfig) },
        dtsRollup: { enabled: true, untrimmedFilePath: rolled },
        apiReport: { enabled: false },
        docModel: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: { extractorMessageReporting: { default: { logLevel: 'none' } } },
      },
      packageJsonFullPath: at('package.json'),
    }),
    // Silences the notices about TypeScript versions.
    { messageCallback: (message) => (message.handled = message.category === 'console') },
  );
  if (!result.succeeded) throw new Error(`The declarations of ${entry} could not be rolled up`);
  const declarations = readFileSync(rolled, 'utf8');
  rmSync(rolled);
  const written = readdirSync(at('dist', entry), { recursive: true });
  for (const file of written.filter((name) => name.endsWith('.d.ts')))
    rmSync(at('dist', entry, file));
  writeFileSync(at(types), declarations);
};

/** Strapi loads plugins by `require`. A module that imports the server gets the same instance, not a second. */
const shareServer = () => {
  const { import: esm, require: cjs } = manifest.exports['./strapi-server'];
  const names = Object.keys(require(at(cjs))).filter((name) => name !== 'default');
  writeFileSync(
    at(esm),
    [
      `import server from './${path.basename(cjs)}';`,
      `export const { ${names.join(', ')} } = server;`,
      'export default server.default;',
      '',
    ].join('\n'),
  );
};

/** Folders of packages and their dependencies, resolved from a folder. */
const foldersOf = (names, from = ROOT, found = new Map()) => {
  const places = createRequire(path.join(from, 'package.json')).resolve.paths('package');
  for (const name of names.filter((one) => !found.has(one))) {
    const folder = places.map((modules) => path.join(modules, name)).find(existsSync);
    if (folder === undefined) throw new Error(`${name}, which is bundled, is not installed`);
    found.set(name, folder);
    foldersOf(Object.keys(readPackage(folder).dependencies ?? {}), folder, found);
  }
  return found;
};

/** The licences of bundled packages require that copies include them. */
const writeLicences = () => {
  const texts = [...foldersOf(BUNDLED)].map(([name, folder]) => {
    const file = readdirSync(folder).find((found) => /^licen[cs]e/i.test(found));
    if (file === undefined) throw new Error(`${name} has no licence`);
    const { version, license } = readPackage(folder);
    const text = readFileSync(path.join(folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  writeFileSync(
    at('dist', 'LICENSES.txt'),
    ['The files in this folder contain these packages.\n', ...texts].join(
      `\n${'-'.repeat(80)}\n\n`,
    ),
  );
};

const isDependency = BUNDLED.filter((name) => name in manifest.dependencies);
if (isDependency.length > 0)
  throw new Error(`Installed, so not bundled: ${isDependency.join(', ')}`);

rollUp('server', { types: manifest.exports['./strapi-server'].types, tsconfig: 'tsconfig.json' });
rollUp('admin', {
  types: manifest.exports['./strapi-admin'].types,
  tsconfig: 'admin/tsconfig.json',
});
shareServer();
writeLicences();
