import path from 'node:path';

import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

import { failures } from './demo';

/** Milliseconds an element may take to appear; the admin panel loads its parts on demand. */
const PATIENCE = 100_000;

export type Theme = 'light' | 'dark';

/** Opens the Chromium that `npm run test:browser` found. Close it in `afterAll`. */
export const openBrowser = (): Promise<Browser> => {
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) {
    throw new Error('Run "npm run test:browser": it finds a Chromium, or installs one.');
  }
  return chromium.launch({
    executablePath,
    args: [
      // Chromium refuses to run as root with its sandbox, as containers do.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
};

interface PageOptions {
  theme?: Theme;
  width?: number;
  /** IANA time zone of the browser; the machine's if there is none. */
  timezoneId?: string;
  /** Session to go on with. */
  session?: Session;
}

/** What a signed-in browser goes on with. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A page of a new session, or of one that goes on. */
export const openPage = async (
  browser: Browser,
  { theme = 'light', width = 1280, timezoneId, session }: PageOptions = {},
): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: 'en-GB',
    timezoneId,
    colorScheme: theme,
    // What fades in has the colours of its end at once.
    reducedMotion: 'reduce',
    storageState: session,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await context.addInitScript(`localStorage.setItem('STRAPI_THEME', '${theme}')`);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  return page;
};

export interface Login {
  email: string;
  password: string;
}

/** The administrator of the demo. */
export const DEMO_ADMIN: Login = { email: 'admin@example.com', password: 'FieldNotes1' };

/** Signs in; the session can go on in other pages (Strapi allows five logins in five minutes). */
export const signIn = async (page: Page, origin: string, login = DEMO_ADMIN): Promise<Session> => {
  await page.goto(`${origin}/admin/auth/login`);
  await page.locator('input[name=email]').fill(login.email);
  await page.locator('input[name=password]').fill(login.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
  return page.context().storageState();
};

/** Does a step; when it fails, keeps a picture of the page and names it. */
export const step = async <Result>(
  page: Page,
  name: string,
  action: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await action();
  } catch (error) {
    const file = path.join(failures(), `${name.replace(/[^a-z0-9]+/gi, '-')}.png`);
    await page.screenshot({ path: file }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${name}: ${reason}\nScreenshot: ${file}`, { cause: error });
  }
};

interface AxeResults {
  violations: {
    id: string;
    help: string;
    nodes: { html: string; failureSummary?: string }[];
  }[];
}

/** Ends when nothing fades or moves any more, but what turns for ever: colours in between fail. */
const settleAnimations = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );

/** What axe-core finds wrong within elements, one line each; nothing for an accessible page. */
export const findViolations = async (
  page: Page,
  selectors: string | string[] = 'body',
): Promise<string[]> => {
  const parts = [selectors].flat();
  for (const part of parts) await page.locator(part).first().waitFor();
  await settleAnimations(page);
  // It stays until the page is loaded anew.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  const results = (await page.evaluate(
    `axe.run({ include: ${JSON.stringify(parts)} }, { resultTypes: ['violations'] })`,
  )) as AxeResults;
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary ?? ''}`),
  );
};
