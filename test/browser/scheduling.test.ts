import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import { goWithin, openPage, type Session, step } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';
import { unfold } from './side-panel';

const COLLECTIONS = '/admin/content-manager/collection-types/plugin::syndication';
const API = '/content-manager/collection-types/plugin::syndication';
/** 9:00 in Jakarta, the site's time zone, on 25 December. */
const CHRISTMAS = '2097-12-25T02:00:00.000Z';
const SCHEDULED = 'Scheduled 25 Dec 2097, 09:00';

let demo: Demo;
let browser: Browser;
let session: Session;
let api: AdminApi;
let tag: string;

interface Entry {
  documentId: string;
  date: string | null;
}

beforeAll(async () => {
  ({ demo, browser, session, api } = await startPanel());
  const created = await api<{ data: Entry }>(`${API}.tag`, { name: 'seasons', slug: 'seasons' });
  tag = created.data.data.documentId;
});

afterAll(() => stopPanel({ demo, browser }));

/** Where an editor is who is not where the site is; a page that stays open lets the next one be shown sooner. */
const HERE = 'Europe/Berlin';

/** A page whose browser is in a time zone. */
const openIn = (timezoneId: string): Promise<Page> =>
  openPage(browser, { session, width: 1440, timezoneId });

const schedule = async (title: string): Promise<string> => {
  const { data } = await api<{ data: Entry }>(`${API}.article/actions/publish`, {
    title,
    date: CHRISTMAS,
    keepOutOfFeeds: false,
    tags: { connect: [{ documentId: tag }], disconnect: [] },
  });
  return data.data.documentId;
};

const savedDate = async (title: string): Promise<string | null> => {
  const { data } = await api<{ results: Entry[] }>(
    `${API}.article?filters[title][$eq]=${encodeURIComponent(title)}`,
  );
  return data.results[0]!.date;
};

test('an article that waits for its date says so wherever an editor looks', async () => {
  const documentId = await schedule('How I celebrate');
  const page = await openIn(HERE);
  await step(page, 'the edit view of a scheduled article', async () => {
    await page.goto(`${demo.origin}${COLLECTIONS}.article/${documentId}`);
    const panel = page.getByTestId('syndication-panel');
    await page.getByTestId('syndication-status').getByText(SCHEDULED).waitFor();
    // The date is said once, and the zone, too; nothing is left to publish.
    expect(await panel.getByText('25 Dec 2097').count()).toBe(1);
    expect(await panel.getByText('Asia/Jakarta').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Schedule', exact: true }).isDisabled()).toBe(
      true,
    );
  });
  await step(page, 'the list of articles', async () => {
    await goWithin(page, `${COLLECTIONS}.article`);
    const row = page.getByRole('row', { name: /How I celebrate/ });
    await row.getByText(SCHEDULED).waitFor();
    await page.getByText('Times: Asia/Jakarta').waitFor();
    const others = page.getByRole('row').filter({ hasText: 'Jan 2026' });
    expect(await others.filter({ hasText: 'Scheduled ' }).count()).toBe(0);
    // The status of the last column is within the window.
    const status = await row.getByText('Published', { exact: true }).boundingBox();
    expect(status!.x + status!.width).toBeLessThanOrEqual(1440);
  });
  await step(page, 'the home page of Strapi', async () => {
    await goWithin(page, '/admin');
    const widget = page.locator('section').filter({
      has: page.getByRole('heading', { name: 'Scheduled' }),
    });
    await widget.last().getByText('25 Dec 2097, 09:00').waitFor();
    await widget.last().getByRole('link', { name: 'How I celebrate' }).waitFor();
  });
  await step(page, 'the Feeds page, and what waits', async () => {
    await goWithin(page, '/admin/plugins/syndication?view=feeds&_q=seasons');
    const row = page.getByRole('row', { name: /Seasons/ });
    await row.getByRole('link', { name: '1 article waiting: Seasons' }).click();
    const item = page.getByRole('row', { name: /How I celebrate/ });
    await item.getByText('25 Dec 2097, 09:00').waitFor();
    await page.getByRole('columnheader', { name: 'Date (Asia/Jakarta)' }).waitFor();
    await item.getByRole('link', { name: 'Edit “How I celebrate”' }).click();
    await page.getByRole('heading', { name: 'How I celebrate', level: 1 }).waitFor();
  });
});

test.each(['America/Los_Angeles', 'Asia/Jakarta', 'Pacific/Auckland'])(
  'a day picked in %s means the morning of that day on the site',
  async (timezoneId) => {
    const title = `Picked in ${timezoneId}`;
    const page = await openIn(timezoneId);
    await step(page, `pick a day in ${timezoneId}`, async () => {
      // The time zone of the site comes late: what is picked meanwhile would mean something else.
      let tellZone = (): void => undefined;
      const zoneIsTold = new Promise<void>((resolve) => {
        tellZone = resolve;
      });
      await page.route('**/syndication/schedule*', async (route) => {
        await zoneIsTold;
        await route.continue();
      });
      await page.goto(`${demo.origin}${COLLECTIONS}.article/create`);
      await page.getByLabel(/^Title/).fill(title);
      const field = page.getByTestId('syndication-date');
      expect(await field.getByLabel('Choose date').isDisabled()).toBe(true);
      tellZone();
      await field.getByText('Asia/Jakarta time. No time means 09:00.').waitFor();
      await field.getByLabel('Choose date').fill('2097-12-25');
      await field.getByText('On the site: 25 Dec 2097, 09:00 (Asia/Jakarta)').waitFor();
      const own = timezoneId === 'Asia/Jakarta' ? 0 : 1;
      expect(await field.getByText('Where you are:').count()).toBe(own);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved document').waitFor();
    });
    expect(await savedDate(title)).toBe(CHRISTMAS);
    await page.close();
  },
);

test('an article begun in the empty feed of a tag has the tag', async () => {
  const created = await api<{ data: Entry }>(`${API}.tag`, { name: 'begun', slug: 'begun' });
  const page = await openIn(HERE);
  await step(page, 'write an article for a tag', async () => {
    await page.goto(`${demo.origin}/admin/plugins/syndication/${created.data.data.documentId}`);
    await page.getByRole('link', { name: 'Write an article' }).click();
    await page.getByLabel(/^Title/).fill('How I begin');
    await unfold(page);
    await page.getByTestId('syndication-panel').getByRole('link', { name: 'Begun' }).waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    // It is asked once whether what is broken goes out.
    const question = page.getByRole('dialog', { name: 'Publish anyway?' });
    await question.getByText('Subscribers see only the title').waitFor();
    await question.getByRole('button', { name: 'Publish anyway' }).click();
    await page.getByText('Published document').waitFor();
  });
  const feed = await fetch(`${demo.origin}/tags/begun/index.xml`);
  expect(await feed.text()).toContain('<title>How I begin</title>');
});

test('who schedules something broken is asked whether to schedule it, not to publish it', async () => {
  const page = await openIn(HERE);
  const question = page.getByRole('dialog', { name: 'Schedule anyway?' });
  await step(page, 'schedule an article without a text', async () => {
    await page.goto(`${demo.origin}${COLLECTIONS}.article/create`);
    await page.getByLabel(/^Title/).fill('How I defer');
    await page.getByLabel('Choose date').fill('2097-12-25');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await question.getByRole('button', { name: 'Schedule anyway' }).click();
    await page.getByText('Published document').waitFor();
  });
  await page.close();
});

test('who publishes before the server has looked at a new article is asked all the same', async () => {
  const page = await openIn(HERE);
  await step(page, 'publish at once, on a slow connection', async () => {
    await page.route(/\/syndication\/(?:previews|schedule)/, async (route) => {
      await new Promise((done) => setTimeout(done, 1_500));
      await route.continue();
    });
    await page.goto(`${demo.origin}${COLLECTIONS}.article/create`);
    await page.getByLabel(/^Title/).fill('How I hurry');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Publish anyway?' });
    await question.getByText('Subscribers see only the title').waitFor();
  });
  expect(await savedDate('How I hurry').catch(() => 'not saved')).toBe('not saved');
  await page.close();
});

test('who publishes does not wait for a server that never says whether there is anything to ask', async () => {
  const page = await openIn(HERE);
  await step(page, 'publish without an answer', async () => {
    await page.route(/\/syndication\/schedule/, () => {});
    await page.goto(`${demo.origin}${COLLECTIONS}.article/create`);
    await page.getByLabel(/^Title/).fill('How I go on');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published document').waitFor();
  });
  await page.close();
});

test('fields and types have names in the language of the user', async () => {
  const page = await openIn(HERE);
  const missing: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (/Missing message/.test(text) && /syndication|"(?:Article|Tag)"/.test(text)) {
      missing.push(text);
    }
  });
  await step(page, 'write in German', async () => {
    await page.addInitScript(`localStorage.setItem('strapi-admin-language', 'de')`);
    await page.goto(`${demo.origin}${COLLECTIONS}.article/create`);
    await page.getByLabel(/^Zusammenfassung/).waitFor();
    await page.getByText('Was Abonnenten zuerst lesen.').waitFor();
    await goWithin(page, `${COLLECTIONS}.article`);
    await page.getByRole('heading', { name: 'Artikel', level: 1 }).waitFor();
    await page.getByText('Schlagwörter', { exact: true }).waitFor();
    await goWithin(page, `${COLLECTIONS}.tag/create`);
    await page.getByText('Name im Panel, und für Leser, wo es keinen Titel gibt.').waitFor();
    await goWithin(page, '/admin/plugins/syndication?view=feeds');
    await page.getByText(/^Schlagwort · .*\/tags\/api\/index\.xml$/).waitFor();
  });
  expect(missing).toEqual([]);
  await page.close();
});
