import { createRequire } from 'node:module';

/** What of Lighthouse's report is read here, and only there: the rest is its own affair. */
interface Report {
  lhr: object;
}

interface Loaded {
  lighthouse: (address: string, flags: object) => Promise<Report>;
  shortfalls: (lhr: object, categories: string[]) => string[];
}

/** Node's own: jest loads no modules of that kind. */
const load = createRequire(__filename);
const { loadLighthouse } = load('../helpers/load-lighthouse.cjs') as {
  loadLighthouse: () => Promise<Loaded>;
};

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * The page is loaded as fast as this machine does it. A slow telephone is simulated by slowing down the
 * processor, or by reckoning from what was measured: both multiply what other work on the machine adds,
 * so that a page would be judged by its neighbours. `npm run lighthouse` does that, where it is quiet.
 */
const FLAGS = {
  throttlingMethod: 'provided',
  onlyCategories: CATEGORIES,
  // A picture for people to look at.
  disableFullPageScreenshot: true,
  // Pages without scripts are done once they are loaded.
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 0,
  cpuQuietThresholdMs: 0,
  logLevel: 'error',
};

/** How often a page is loaded at most: whatever makes it late, but for itself, passes. */
const ATTEMPTS = 3;

/**
 * What keeps a page from 100 in all that Lighthouse looks at, as on a telephone; nothing for a page that
 * has it.
 *
 * @param port at which Chromium is to be driven
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
