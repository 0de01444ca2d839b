import path from 'node:path';

import axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';

import { failures } from './demo';

/** Milliseconds that an element may take to appear; the admin panel loads its parts on demand. */
const PATIENCE = 100_000;

export type Theme = 'light' | 'dark';

const launch = (more: string[]): Promise<Browser> => {
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) {
    throw new Error('Run "npm run test:browser": it finds a Chromium, or installs one.');
  }
  return chromium.launch({
    executablePath,
    args: [
      // Chromium refuses to run as root with its sandbox, as in containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Pages of a session share a process, so that the panel is compiled once.
      '--process-per-site',
      // Without a GPU, emulating one costs more than drawing in software.
      '--disable-gpu',
      // Each page is used once or twice: optimising its code would take longer than it saves.
      '--js-flags=--no-opt,--no-maglev',
      ...more,
    ],
  });
};

/** Key of the browser that the files of a run share until its end (`close-browser.mjs`). */
const SHARED = Symbol.for('syndication.test-browser');
const run = globalThis as { [SHARED]?: Browser };

/**
 * The Chromium that `npm run test:browser` found. All files share one, since each start takes two seconds of
 * computing. Close it in `afterAll`, by `closeBrowser`.
 *
 * @param more command line options; with any, a separate Chromium is started
 */
export const openBrowser = async (...more: string[]): Promise<Browser> => {
  if (more.length > 0) return launch(more);
  if (!run[SHARED]?.isConnected()) run[SHARED] = await launch([]);
  return run[SHARED];
};

/** Closes the contexts of a file, and its browser unless other files share it. */
export const closeBrowser = async (browser?: Browser): Promise<void> => {
  if (browser !== run[SHARED]) return browser?.close();
  for (const context of browser?.contexts() ?? []) await context.close();
};

interface PageOptions {
  theme?: Theme;
  width?: number;
  /** IANA time zone of the browser; the machine's by default. */
  timezoneId?: string;
  /** Session to continue: its pages share storage, like tabs of a window. */
  session?: Session;
  /** Language of the panel; the user's by default. */
  language?: string;
}

/** Cookies and storage of a signed-in browser. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Contexts of sessions by time zone: another page in one takes half of the time of loading the panel again. */
const windows = new WeakMap<Session, Map<string, BrowserContext>>();

const openContext = async (
  browser: Browser,
  { timezoneId, session }: PageOptions,
): Promise<BrowserContext> => {
  const opened = session && (windows.get(session) ?? new Map<string, BrowserContext>());
  const zone = timezoneId ?? '';
  const found = opened?.get(zone);
  if (found) return found;
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId,
    storageState: session,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (opened) {
    windows.set(session, opened.set(zone, context));
    context.on('close', () => opened.delete(zone));
  }
  return context;
};

/** Opens a page in a new session, or in a given one. */
export const openPage = async (browser: Browser, options: PageOptions = {}): Promise<Page> => {
  const { theme = 'light', width = 1280, language } = options;
  const page = await (await openContext(browser, options)).newPage();
  await page.setViewportSize({ width, height: 900 });
  // With reduced motion, fading elements have their final colours at once.
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.addInitScript((words) => {
    // The "system" theme follows the emulated colour scheme, which `drawIn` changes.
    localStorage.setItem('STRAPI_THEME', 'system');
    // Strapi's guided tour covers the Content Manager of a site with its own content types.
    localStorage.setItem('STRAPI_GUIDED_TOUR', JSON.stringify({ enabled: false }));
    // The panel renders its side columns in idle callbacks, which a busy machine may never run. Without these
    // functions it uses a short timeout, as in Safari.
    Reflect.deleteProperty(window, 'requestIdleCallback');
    Reflect.deleteProperty(window, 'cancelIdleCallback');
    if (words) localStorage.setItem('strapi-admin-language', words);
    else localStorage.removeItem('strapi-admin-language');
  }, language);
  page.setDefaultTimeout(PATIENCE);
  return page;
};

/** Switches a page of the panel to a theme without loading it again. */
export const drawIn = async (page: Page, theme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((isDark) => {
    const [red = ''] = /\d+/.exec(getComputedStyle(document.body).backgroundColor) ?? [];
    return Number(red) < 128 === isDark;
  }, theme === 'dark');
};

export interface Login {
  email: string;
  password: string;
}

/** Login of the demo's administrator. */
export const DEMO_ADMIN: Login = { email: 'admin@example.com', password: 'FieldNotes1' };

/** Signs in by the form. Reuse the session in other pages, as Strapi allows five logins in five minutes. */
export const signIn = async (page: Page, origin: string, login = DEMO_ADMIN): Promise<Session> => {
  await page.goto(`${origin}/admin/auth/login`);
  await page.locator('input[name=email]').fill(login.email);
  await page.locator('input[name=password]').fill(login.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
  return page.context().storageState();
};

/** Navigates within the panel, as its own links do, without loading it again. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

/** Closes notifications, which stay for seconds: a test that waits for one would otherwise find an earlier one. */
export const closeNotifications = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const buttons = document.querySelectorAll<HTMLElement>('[data-sonner-toast] button');
    for (const button of Array.from(buttons)) button.click();
    return document.querySelector('[data-sonner-toast]') === null;
  });
};

/**
 * Opens an address of the panel and discards unsaved changes. Navigates within a loaded panel, since loading it takes
 * at least twice as long. The way leads over an empty page, as Strapi sometimes renders no side panels when one form
 * follows another. Notifications are closed.
 */
export const visit = async (page: Page, address: string): Promise<void> => {
  const { origin, pathname, search } = new URL(address);
  if (!page.url().startsWith(`${origin}/admin/`)) {
    await page.goto(address);
    return;
  }
  await goWithin(page, '/admin/none');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await closeNotifications(page);
  await goWithin(page, pathname + search);
};

/** Runs a step; if it fails, saves a screenshot and names it in the error. */
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

/** Waits for all finite animations to end: axe would report colours in between. */
const settleAnimations = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );

const runAxe = async (page: Page, selectors: string[], options: object): Promise<string[]> => {
  const parts = selectors.length > 0 ? selectors : ['body'];
  for (const part of parts) await page.locator(part).first().waitFor();
  await settleAnimations(page);
  // axe stays in the page until the page is loaded again.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  const include = parts.map((part) => [part]);
  const results = (await page.evaluate(
    `axe.run(${JSON.stringify({ include })}, ${JSON.stringify({ resultTypes: ['violations'], ...options })})`,
  )) as AxeResults;
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary ?? ''}`),
  );
};

/** Violations that axe-core finds in some elements, one line each; empty for an accessible page. */
export const findViolations = (page: Page, ...selectors: string[]): Promise<string[]> =>
  runAxe(page, selectors, {});

/** The same in both themes of the panel; the light one stays. */
export const findViolationsInThemes = async (
  page: Page,
  ...selectors: string[]
): Promise<string[]> => {
  const found: string[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await drawIn(page, theme);
    const lines = await findViolations(page, ...selectors);
    found.push(...lines.map((line) => `${theme}: ${line}`));
  }
  return found;
};

/** Violations except those of colour contrast, whose check takes as long as all others. */
export const findViolationsOfShape = (page: Page, ...selectors: string[]): Promise<string[]> =>
  runAxe(page, selectors, { rules: { 'color-contrast': { enabled: false } } });

/**
 * Types into Strapi's Markdown editor. CodeMirror reads typed text after 80 ms (its `readFromDOMSoon`): a click on
 * "Save" before then, faster than any user's, would save no text.
 */
export const writeBody = async (page: Page, text: string): Promise<void> => {
  await page.locator('.CodeMirror').click();
  await page.locator('.CodeMirror-focused').waitFor();
  await page.keyboard.insertText(text);
  await page.waitForFunction((typed) => {
    const editor = document.querySelector<HTMLElement & { CodeMirror: { getValue(): string } }>(
      '.CodeMirror',
    );
    return editor?.CodeMirror.getValue().includes(typed);
  }, text);
};

/** Whether a tap on the middle of an element would hit it. */
export const isInSight = (element: Locator): Promise<boolean> =>
  element.evaluate((found) => {
    const { left, top, width, height } = found.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return met !== null && found.contains(met);
  });

/** Saves a screenshot of a page in each theme if `TEST_SCREENS` names a folder. */
export const keepPictures = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.TEST_SCREENS;
  for (const theme of folder ? (['light', 'dark'] as const) : []) {
    await drawIn(page, theme);
    await page.screenshot({ path: `${folder}/${name}-${theme}.png` });
  }
};
