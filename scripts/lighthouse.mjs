/**
 * Runs Lighthouse on pages of the demo: accessibility, best practices and search engines are to be at 100,
 * and so are the audits of speed that do not measure time. How quick a page is depends on how busy the
 * machine is: that is told, not judged.
 *
 * Beside `npm test`: Lighthouse is 185 MB in 200 packages, and audits a page for ten seconds and more.
 * It is installed when it is first run.
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { chromium } from 'playwright-core';

import { ensureBrowser } from './lib/browser.mjs';
import { startOwnDemo } from './lib/demo.mjs';
import { freePort } from './lib/free-port.mjs';
import { ROOT } from './lib/paths.mjs';
import { buildPlayground, buildPlugin } from './lib/prepare.mjs';
import { run, say } from './lib/run.mjs';

const VERSION = '12.8.2';

const PAGES = [
  '/',
  '/tags/api/',
  '/posts/debug-cors/',
  '/posts/draw-a-request/',
  '/authors/ayu-lestari/',
  '/about/',
  '/de/guides/eine-liste-durchblaettern/',
];

const JUDGED = ['accessibility', 'best-practices', 'seo'];

/** Audits of speed that are about bytes and layout. */
const STEADY = [
  'cumulative-layout-shift',
  'dom-size',
  'modern-image-formats',
  'offscreen-images',
  'redirects',
  'render-blocking-resources',
  'total-byte-weight',
  'unminified-css',
  'unsized-images',
  'unused-css-rules',
  'uses-optimized-images',
  'uses-responsive-images',
  'uses-text-compression',
];

const loadLighthouse = async () => {
  const folder = path.join(ROOT, 'node_modules', '.cache', 'lighthouse', VERSION);
  const main = path.join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  if (!existsSync(main)) {
    say('Installing Lighthouse');
    mkdirSync(folder, { recursive: true });
    const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', folder];
    run('npm', ['install', ...options, `lighthouse@${VERSION}`], { cwd: folder });
  }
  return import(pathToFileURL(main).href);
};

/** What of a report is not as it is to be. */
const faultsOf = ({ categories, audits }) => [
  ...JUDGED.filter((name) => categories[name].score !== 1).flatMap((name) => [
    `${name} is ${Math.round(categories[name].score * 100)}`,
    ...categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => `${id}: ${audits[id].title}`),
  ]),
  ...STEADY.filter((id) => {
    const score = audits[id]?.score;
    return typeof score === 'number' && score < 1;
  }).map((id) => `${id}: ${audits[id].displayValue || audits[id].title}`),
];

const main = async () => {
  const { default: lighthouse, desktopConfig } = await loadLighthouse();
  // Where one is given, it is the demo that runs there.
  const given = process.env.LIGHTHOUSE_ORIGIN;
  if (!given) {
    buildPlugin();
    buildPlayground();
  }
  say('Running Lighthouse');
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [
      `--remote-debugging-port=${port}`,
      // Chromium refuses to run as root with its sandbox, as containers do.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  const demo = given ? { origin: given, stop: async () => undefined } : await startOwnDemo();
  try {
    for (const [form, config] of [
      ['mobile', undefined],
      ['desktop', desktopConfig],
    ]) {
      for (const page of PAGES) {
        const options = { port, logLevel: 'error', onlyCategories: ['performance', ...JUDGED] };
        const { lhr } = await lighthouse(demo.origin + page, options, config);
        const faults = faultsOf(lhr);
        const speed = Math.round(lhr.categories.performance.score * 100);
        console.log(`  ${faults.length > 0 ? '✗' : '✓'} ${form} ${page} (performance ${speed})`);
        for (const fault of faults) console.log(`      ${fault}`);
        if (faults.length > 0) process.exitCode = 1;
      }
    }
  } finally {
    await browser.close();
    await demo.stop();
  }
};

main().catch((error) => {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
});
