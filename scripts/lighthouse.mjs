/**
 * Runs Lighthouse on pages of the demo, simulating slow phones and desktops. Accessibility, best practices and
 * SEO must be at 100, and so must the performance audits that measure no time. Times depend on the load of the
 * machine: they are printed, not judged.
 *
 * Not part of `npm test`, as an audit takes ten seconds and more. The browser tests audit the main pages without
 * a simulated device.
 */
import { chromium } from 'playwright-core';

import { ensureBrowser } from './lib/browser.mjs';
import { startOwnDemo } from './lib/demo.mjs';
import { freePort } from './lib/free-port.mjs';
import { loadLighthouse, shortfalls } from './lib/lighthouse.mjs';
import { buildPlayground, buildPlugin } from './lib/prepare.mjs';
import { say } from './lib/run.mjs';

const PAGES = [
  '/',
  '/tags/api/',
  '/posts/debug-cors/',
  '/posts/draw-a-request/',
  '/authors/ayu-lestari/',
  '/de/',
  '/about/',
  '/de/guides/eine-liste-durchblaettern/',
];

const JUDGED = ['accessibility', 'best-practices', 'seo'];

/** Performance audits of bytes and layout. */
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

/** Failed audits of a report. */
const faultsOf = ({ categories, audits }) => [
  ...shortfalls({ categories, audits }, JUDGED),
  ...STEADY.filter((id) => {
    const score = audits[id]?.score;
    return typeof score === 'number' && score < 1;
  }).map((id) => `${id}: ${audits[id].displayValue || audits[id].title}`),
];

const main = async () => {
  const { default: lighthouse, desktopConfig } = await loadLighthouse();
  // Address of a running demo.
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
      // Chromium refuses to run as root with its sandbox, as in containers.
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
