import { readdirSync } from 'node:fs';
import path from 'node:path';

import { build } from 'esbuild';

import { peerDependencies } from '../../package.json';

const ROOT = path.resolve(__dirname, '../..');
const PANEL = 'dist/admin/index.mjs';

/** Languages whose texts the panel loads only for editors who use them. */
const LOADED_ALONE = readdirSync(path.join(ROOT, 'admin/src/translations'))
  .map((file) => path.parse(file).name)
  .filter((locale) => locale !== 'en');

/**
 * Bytes of each file that a browser loads of ours. All that is no peer is ours: Strapi has the peers without us. A Strapi
 * whose panel is built with the plugin in it is larger by as much, within a thousandth.
 */
const sizesOfFiles = async (): Promise<Map<string, number>> => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [PANEL],
    outdir: 'dist/none',
    external: Object.keys(peerDependencies),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return new Map(
    Object.values(metafile.outputs).flatMap(({ bytes, inputs }) =>
      Object.keys(inputs)
        .slice(0, 1)
        .map((input): [string, number] => [path.basename(input), bytes]),
    ),
  );
};

test('a browser loads at most 300 kB of JavaScript more than of Strapi without the plugin, in any language', async () => {
  const sizes = await sizesOfFiles();
  const ofLanguages = LOADED_ALONE.map((locale) => {
    const [file, ...more] = [...sizes.keys()].filter((name) => name.startsWith(`${locale}-`));
    expect([locale, file !== undefined, more]).toEqual([locale, true, []]);
    const size = sizes.get(file!)!;
    sizes.delete(file!);
    return size;
  });
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(all + Math.max(...ofLanguages)).toBeLessThanOrEqual(300_000);
});
