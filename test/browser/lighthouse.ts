import { createRequire } from 'node:module';

/** The part of Lighthouse's result that tests use. */
interface Report {
  lhr: object;
}

interface Loaded {
  lighthouse: (address: string, flags: object) => Promise<Report>;
  shortfalls: (lhr: object, categories: string[]) => string[];
}

/** Node's `require`, since jest does not load ES modules. */
const load = createRequire(__filename);
const { loadLighthouse } = load('../helpers/load-lighthouse.cjs') as {
  loadLighthouse: () => Promise<Loaded>;
};

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Loads the page at the machine's own speed. Simulating a slow phone, by slowing down the processor or by
 * extrapolation, multiplies the load of other processes, which would count against the page. `npm run lighthouse`
 * does so on a quiet machine.
 */
const FLAGS = {
  throttlingMethod: 'provided',
  onlyCategories: CATEGORIES,
  // This screenshot is for people only.
  disableFullPageScreenshot: true,
  // Pages without scripts need no waiting after loading.
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 0,
  cpuQuietThresholdMs: 0,
  logLevel: 'error',
};

/** Maximum loads of a page: a delay from outside of the page does not last. */
const ATTEMPTS = 3;

/**
 * Audits that keep a page on a phone from 100 in any category; empty if there is none.
 *
 * @param port remote debugging port of Chromium
 */
export const auditPage = async (address: string, port: number): Promise<string[]> => {
  const { lighthouse, shortfalls } = await loadLighthouse();
  for (let attempt = 1; ; attempt += 1) {
    const { lhr } = await lighthouse(address, { ...FLAGS, port });
    const found = shortfalls(lhr, CATEGORIES);
    const isLate = shortfalls(lhr, ['performance']).length > 0;
    if (!isLate || attempt === ATTEMPTS) return found;
  }
};
