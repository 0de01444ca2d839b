import type { Browser } from 'playwright-core';

import { type AdminApi, openApi } from './admin-api';
import { openBrowser, openPage, type Session, signIn } from './browser';
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
  await browser?.close();
  await demo?.stop();
};

/** Starts the demo and signs its administrator in. Stop it in `afterAll`. */
export const startPanel = async (): Promise<Panel> => {
  const [demo, browser] = await Promise.all([startDemo(), openBrowser()]);
  try {
    const page = await openPage(browser);
    const session = await signIn(page, demo.origin);
    await page.close();
    return { demo, browser, session, api: await openApi(demo) };
  } catch (error) {
    await stopPanel({ demo, browser });
    throw error;
  }
};
