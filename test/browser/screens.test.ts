import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import {
  findViolations,
  findViolationsOfShape,
  goWithin,
  openPage,
  type Session,
  step,
  type Theme,
} from './browser';
import { findCutOff } from './cut-off';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';
import { type Samples, type Screen, SCREENS, writeSamples } from './screens';
import { type Language, untranslated, wordsIn } from './words';

/** Has what a desk or a phone has, in their colours. */
const TABLET = 1024;

/** A desk, a tablet, a phone. */
const WIDTHS = [1440, TABLET, 390];

/** The language with the longest texts goes with the dark, so that each screen is visited twice alone. */
const VISITS: [Theme, Language][] = [
  ['light', 'en'],
  ['dark', 'de'],
];

let demo: Demo;
let browser: Browser;
let session: Session;
let samples: Samples;

beforeAll(async () => {
  let api: AdminApi;
  ({ demo, browser, session, api } = await startPanel());
  samples = await writeSamples(api);
});

afterAll(() => stopPanel({ demo, browser }));

describe.each(VISITS)('in the %s theme, in %s', (theme, language) => {
  const words = wordsIn(language);
  let page: Page;
  let isLeftFirst = false;

  /**
   * Goes to a screen, in the width of a desk. A form is left first: to draw it once more in that width takes
   * seconds, and from one to another Strapi now and then draws no side panels.
   */
  const visit = async (address: string, { isUnsaved, isAnew }: Screen): Promise<void> => {
    const desk = { width: WIDTHS[0]!, height: 900 };
    const isForm = address.includes('/content-manager/');
    if (isAnew) await page.goto(demo.origin + address, { waitUntil: 'commit' });
    else if (isForm || isLeftFirst) {
      await goWithin(page, '/admin/plugins/syndication/gone');
      await page.getByText(words.say('feed.notFound')).waitFor();
    }
    await page.setViewportSize(desk);
    if (!isAnew) await goWithin(page, address);
    isLeftFirst = isForm || Boolean(isUnsaved);
  };

  beforeAll(async () => {
    page = await openPage(browser, { theme, session, language, width: WIDTHS[0] });
    await page.goto(`${demo.origin}/admin/settings/syndication-sources`);
    await page.getByText(words.say('sources.column.role')).first().waitFor();
  });

  afterAll(async () => {
    await page.close();
  });

  test.each(SCREENS.map((screen) => [screen.name, screen] as const))(
    'the %s is accessible and fits on every screen',
    async (name, screen) => {
      const { path, ready, parts, responses, isOfOneWidth } = screen;
      if (responses) await page.route(...responses);
      await visit(path(samples), screen);
      await step(page, `${name} ${theme}`, async () => {
        await ready(page, words);
        // What the mouse is on has other colours.
        await page.mouse.move(0, 0);
        expect(await untranslated(page, language)).toEqual([]);
      });
      const found: string[] = [];
      for (const width of WIDTHS.slice(0, isOfOneWidth ? 1 : undefined)) {
        await page.setViewportSize({ width, height: 900 });
        const lines = await findCutOff(page, parts);
        lines.push(
          ...(await (width === TABLET ? findViolationsOfShape : findViolations)(page, ...parts)),
        );
        // For people to look at.
        if (process.env.TEST_SCREENS) {
          await page.screenshot({
            path: `${process.env.TEST_SCREENS}/${name}-${theme}-${language}-${width}.png`,
          });
        }
        found.push(...lines.map((line) => `${width} px: ${line}`));
      }
      if (responses) await page.unroute(responses[0]);
      await step(page, `${name} ${theme}`, async () => expect(found).toEqual([]));
    },
  );
});

describe('while something is on its way', () => {
  let page: Page;
  const { say } = wordsIn('en');

  beforeAll(async () => {
    page = await openPage(browser, { session, width: WIDTHS[0] });
  });

  afterAll(async () => {
    await page.close();
  });

  test('the tabs of a feed keep their height when their numbers come', async () => {
    let answer = (): void => undefined;
    const isTime = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/syndication\/feeds\/site\/problems/, async (route) => {
      await isTime;
      await route.continue();
    });
    await step(page, 'tabs before and after their numbers', async () => {
      await page.goto(`${demo.origin}/admin/plugins/syndication/site`);
      const tabs = page.getByRole('tablist', { name: say('feed.tabs') });
      const before = await tabs.boundingBox();
      answer();
      await tabs.getByText(/\d/).first().waitFor();
      expect((await tabs.boundingBox())!.height).toBe(before!.height);
    });
  });

  test('a search that fails does not show what was found before', async () => {
    await page.route(/\/syndication\/feeds\?.*_q=graph/, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await step(page, 'search in vain', async () => {
      await page.goto(`${demo.origin}/admin/plugins/syndication?view=feeds`);
      await page.getByRole('row', { name: /Debugging/ }).waitFor();
      await goWithin(page, '/admin/plugins/syndication?view=feeds&_q=graph');
      await page.getByText(say('error.title')).waitFor();
      expect(await page.getByRole('row').count()).toBe(0);
    });
  });
});
