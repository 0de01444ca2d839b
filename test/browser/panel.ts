import type { Browser } from 'playwright-core';

import { type AdminApi, apiOf } from './admin-api';
import { closeBrowser, DEMO_ADMIN, openBrowser, type Session } from './browser';
import { type Demo, startDemo } from './demo';

/** The demo, a browser, and its administrator, who is signed in. */
export interface Panel {
  demo: Demo;
  browser: Browser;
  /** Of the administrator, for pages to go on with. */
  session: Session;
  /** What the administrator may do, without a page. */
  api: AdminApi;
}

/** Stops what was started, if it was. */
export const stopPanel = async ({ demo, browser }: Partial<Panel>): Promise<void> => {
  await closeBrowser(browser);
  await demo?.stop();
};

/** What the panel keeps of an administrator who has signed in: it need not be loaded for that. */
const signInWithoutPage = async (
  browser: Browser,
  { origin }: Demo,
): Promise<Pick<Panel, 'session' | 'api'>> => {
  const context = await browser.newContext();
  try {
    const response = await context.request.post(`${origin}/admin/login`, { data: DEMO_ADMIN });
    const { data } = (await response.json()) as { data: { token: string } };
    const token = { name: 'jwtToken', value: encodeURIComponent(data.token) };
    await context.addCookies([{ ...token, url: `${origin}/admin` }]);
    const { cookies } = await context.storageState();
    const localStorage = [{ name: 'isLoggedIn', value: 'true' }];
    const session = { cookies, origins: [{ origin, localStorage }] };
    return { session, api: apiOf(origin, data.token) };
  } finally {
    await context.close();
  }
};

/**
 * Starts the demo and signs its administrator in. Stop it in `afterAll`.
 *
 * @param given what the demo is started with
 */
export const startPanel = async (...given: Parameters<typeof startDemo>): Promise<Panel> => {
  const demo = await startDemo(...given);
  let browser: Browser | undefined;
  try {
    browser = await openBrowser();
    return { demo, browser, ...(await signInWithoutPage(browser, demo)) };
  } catch (error) {
    await stopPanel({ demo, browser });
    throw error;
  }
};
