import type { Browser, Page } from 'playwright-core';

import { openApi } from './admin-api';
import { findViolations, openBrowser, openPage, signIn, step, type Theme } from './browser';
import { type Demo, startDemo } from './demo';
import { findCutOff } from './cut-off';
import { type Samples, SCREENS, writeSamples } from './screens';
import { type Language, untranslated, wordsIn } from './words';

/** A desk, a tablet, a phone. */
const WIDTHS = [1440, 1024, 390];

/** The language with the longest texts goes with the dark, so that each screen is visited twice alone. */
const VISITS: [Theme, Language][] = [
  ['light', 'en'],
  ['dark', 'de'],
];

let demo: Demo;
let browser: Browser;
let session: Awaited<ReturnType<typeof signIn>>;
let samples: Samples;

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), openBrowser()]);
  const page = await openPage(browser);
  session = await signIn(page, demo.origin);
  await page.close();
  samples = await writeSamples(await openApi(demo));
});

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

/** Goes to a page within the panel, as its own links do: it need not be loaded anew. */
const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

describe.each(VISITS)('in the %s theme, in %s', (theme, language) => {
  const words = wordsIn(language);
  let page: Page;

  beforeAll(async () => {
    page = await openPage(browser, { theme, session, width: WIDTHS[0] });
    await page.addInitScript(`localStorage.setItem('strapi-admin-language', '${language}')`);
    await page.goto(`${demo.origin}/admin/plugins/syndication/sources`);
    await page.getByText(words.say('sources.example')).first().waitFor();
  });

  afterAll(async () => {
    await page.context().close();
  });

  test.each(SCREENS.map((screen) => [screen.name, screen] as const))(
    'the %s is accessible and fits on every screen',
    async (name, { path, ready, parts, answers }) => {
      if (answers) await page.route(...answers);
      await goWithin(page, path(samples));
      await step(page, `${name} ${theme}`, async () => {
        await ready(page, words);
        expect(await untranslated(page, language)).toEqual([]);
      });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await step(page, `${name} ${theme} ${width}`, async () => {
          expect(await findCutOff(page, parts)).toEqual([]);
          for (const part of parts) {
            if (width !== 1024) expect(await findViolations(page, part)).toEqual([]);
          }
        });
        if (process.env.SCREENSHOTS) {
          await page.screenshot({
            path: `${process.env.SCREENSHOTS}/${name}-${theme}-${language}-${width}.png`,
            fullPage: true,
          });
        }
      }
      await page.setViewportSize({ width: WIDTHS[0]!, height: 900 });
      if (answers) await page.unroute(answers[0]);
    },
  );
});
