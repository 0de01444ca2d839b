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

/** Milliseconds an element may take to appear; the admin panel loads its parts on demand. */
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
      // Chromium refuses to run as root with its sandbox, as containers do.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Pages of a session need not compile the panel each.
      '--process-per-site',
      // Where there is none, what stands in for it computes more than drawing without.
      '--disable-gpu',
      // A page is loaded and looked at once or twice: optimising its code takes longer than it saves.
      '--js-flags=--no-opt,--no-maglev',
      ...more,
    ],
  });
};

/** Where the browser is that the files of a run share, until the run ends (`close-browser.mjs`). */
const SHARED = Symbol.for('syndication.test-browser');
const run = globalThis as { [SHARED]?: Browser };

/**
 * The Chromium that `npm run test:browser` found: one for all files, since each that starts computes for two
 * seconds. Close it in `afterAll`, by `closeBrowser`.
 *
 * @param more options of its command line, for a Chromium that is started with them
 */
export const openBrowser = async (...more: string[]): Promise<Browser> => {
  if (more.length > 0) return launch(more);
  if (!run[SHARED]?.isConnected()) run[SHARED] = await launch([]);
  return run[SHARED];
};

/** Ends the sessions of a file; with them its browser, if that is no other's. */
export const closeBrowser = async (browser?: Browser): Promise<void> => {
  if (browser !== run[SHARED]) return browser?.close();
  for (const context of browser?.contexts() ?? []) await context.close();
};

interface PageOptions {
  theme?: Theme;
  width?: number;
  /** IANA time zone of the browser; the machine's if there is none. */
  timezoneId?: string;
  /** Session to go on with: its pages share what the browser keeps, as the tabs of a window do. */
  session?: Session;
  /** Language of the panel; the user's if there is none. */
  language?: string;
}

/** What a signed-in browser goes on with. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Contexts of sessions by their time zones: another window takes half as long as all of the panel. */
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

/** A page of a new session, or of one that goes on. */
export const openPage = async (browser: Browser, options: PageOptions = {}): Promise<Page> => {
  const { theme = 'light', width = 1280, language } = options;
  const page = await (await openContext(browser, options)).newPage();
  await page.setViewportSize({ width, height: 900 });
  // What fades in has the colours of its end at once.
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.addInitScript((words) => {
    // It follows what the browser asks for, which `drawIn` changes.
    localStorage.setItem('STRAPI_THEME', 'system');
    // A site with content types of its own has Strapi's tour over the Content Manager.
    localStorage.setItem('STRAPI_GUIDED_TOUR', JSON.stringify({ enabled: false }));
    // The panel draws its side columns when the browser is idle, which may be never where it is one
    // of many on a busy machine; without these functions it waits a moment, as in Safari.
    Reflect.deleteProperty(window, 'requestIdleCallback');
    Reflect.deleteProperty(window, 'cancelIdleCallback');
    if (words) localStorage.setItem('strapi-admin-language', words);
    else localStorage.removeItem('strapi-admin-language');
  }, language);
  page.setDefaultTimeout(PATIENCE);
  return page;
};

/** Has what a page of the panel shows drawn in a theme, without loading it anew. */
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

/** The administrator of the demo. */
export const DEMO_ADMIN: Login = { email: 'admin@example.com', password: 'FieldNotes1' };

/** Signs in as people do; the session can go on in other pages (Strapi allows five logins in five minutes). */
export const signIn = async (page: Page, origin: string, login = DEMO_ADMIN): Promise<Session> => {
  await page.goto(`${origin}/admin/auth/login`);
  await page.locator('input[name=email]').fill(login.email);
  await page.locator('input[name=password]').fill(login.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
  return page.context().storageState();
};

/** Goes to a page within the panel, as its own links do: it need not be loaded anew. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

/**
 * Goes to an address of the panel, whatever is unsaved: within the panel, where the page has loaded it, as
 * to load it takes twice as long or more. From one form to another Strapi now and then draws no side
 * panels, so that it goes by way of an empty page. Notices of what was done before are closed: they stay for
 * seconds, and a test that waits for "Published document" would take an earlier one for its own.
 */
export const visit = async (page: Page, address: string): Promise<void> => {
  const { origin, pathname, search } = new URL(address);
  if (!page.url().startsWith(`${origin}/admin/`)) {
    await page.goto(address);
    return;
  }
  await goWithin(page, '/admin/none');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.waitForFunction(() => {
    const buttons = document.querySelectorAll<HTMLElement>('[data-sonner-toast] button');
    for (const button of Array.from(buttons)) button.click();
    return document.querySelector('[data-sonner-toast]') === null;
  });
  await goWithin(page, pathname + search);
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

const runAxe = async (page: Page, selectors: string[], options: object): Promise<string[]> => {
  const parts = selectors.length > 0 ? selectors : ['body'];
  for (const part of parts) await page.locator(part).first().waitFor();
  await settleAnimations(page);
  // It stays until the page is loaded anew.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  const include = parts.map((part) => [part]);
  const results = (await page.evaluate(
    `axe.run(${JSON.stringify({ include })}, ${JSON.stringify({ resultTypes: ['violations'], ...options })})`,
  )) as AxeResults;
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary ?? ''}`),
  );
};

/** What axe-core finds wrong within some elements, one line each; nothing for an accessible page. */
export const findViolations = (page: Page, ...selectors: string[]): Promise<string[]> =>
  runAxe(page, selectors, {});

/** The same, of what a page of the panel shows in each theme; it ends in the light. */
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

/** What it finds but for colours, which it takes as long to look at as for all the rest. */
export const findViolationsOfShape = (page: Page, ...selectors: string[]): Promise<string[]> =>
  runAxe(page, selectors, { rules: { 'color-contrast': { enabled: false } } });

/**
 * Writes into Strapi's editor of Markdown. CodeMirror reads what was typed 80 ms later (its
 * `readFromDOMSoon`): a click on "Save" before then, faster than anybody's, saves no text.
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

/** Whether a finger would meet the middle of it. */
export const isInSight = (element: Locator): Promise<boolean> =>
  element.evaluate((found) => {
    const { left, top, width, height } = found.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return met !== null && found.contains(met);
  });

/** Keeps a picture of a page in each theme, where `TEST_SCREENS` names a folder. */
export const keepPictures = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.TEST_SCREENS;
  for (const theme of folder ? (['light', 'dark'] as const) : []) {
    await drawIn(page, theme);
    await page.screenshot({ path: `${folder}/${name}-${theme}.png` });
  }
};
