import type { Browser } from 'playwright-core';

import { type AdminApi, apiOf } from './admin-api';
import { closeBrowser, DEMO_ADMIN, openBrowser, type Session } from './browser';
import { type Demo, startDemo } from './demo';

/** The demo, a browser, and a signed-in administrator. */
export interface Panel {
  demo: Demo;
  browser: Browser;
  /** Session of the administrator. */
  session: Session;
  /** The admin API, as the administrator. */
  api: AdminApi;
}

/** Stops the browser and the demo, as far as they have started. */
export const stopPanel = async ({ demo, browser }: Partial<Panel>): Promise<void> => {
  await closeBrowser(browser);
  await demo?.stop();
};

/** Signs in by the API and makes the session that the panel would store, without loading it. */
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
 * @param given arguments of `startDemo`
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
