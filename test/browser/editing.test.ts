import type { Browser, Page } from 'playwright-core';

import { openPage, type Session, step, writeBody } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';
import { unfold } from './side-panel';

const COLLECTIONS = '/admin/content-manager/collection-types/plugin::syndication';
const BODY =
  'A subscriber reads this text in an app, far away from the site. It has enough words to be a summary.';

let demo: Demo;
let browser: Browser;
let session: Session;
let page: Page;

beforeAll(async () => {
  ({ demo, browser, session } = await startPanel());
  page = await openPage(browser, { session });
});

afterAll(() => stopPanel({ demo, browser }));

const panel = () => page.getByTestId('syndication-panel');
const status = () => page.getByTestId('syndication-status');
const place = () => page.getByTestId('syndication-place');
const get = async (path: string) => fetch(`${demo.origin}${path}`, { redirect: 'manual' });

const publish = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published document').waitFor();
};

test('an editor creates a tag', async () => {
  await step(page, 'create a tag', async () => {
    await page.goto(`${demo.origin}${COLLECTIONS}.tag/create`);
    await page.getByLabel(/^Name/).fill('Newsletters');
    await page.getByLabel(/^Slug/).fill('newsletters');
    await page.getByLabel(/^What subscribers get/).click();
    await page.getByRole('option', { name: 'The full text' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved document').waitFor();
  });
  expect((await get('/tags/newsletters/index.xml')).status).toBe(200);
});

test('the side panel follows what the editor types, before anything is saved', async () => {
  await step(page, 'open a new article, whose panel cannot be loaded at once', async () => {
    const schedule = /\/syndication\/schedule\?/;
    const refused = page.waitForResponse(schedule);
    await page.route(schedule, (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`${demo.origin}${COLLECTIONS}.article/create`);
    await refused;
    await page.unroute(schedule);
    await status().getByText('Draft', { exact: true }).waitFor();
    await status().getByText('No problems').waitFor();
    await unfold(page);
    await panel().getByText('Nothing in “Tags” yet').waitFor();
  });
  await step(page, 'type a title with markup', async () => {
    await page.getByLabel(/^Title/).fill('Why <b>feeds</b> last');
    await status().getByRole('button', { name: '2 problems' }).click();
    await panel().getByText('The title shows markup: <b>').waitFor();
    await panel().getByText('Subscribers see only the title').waitFor();
  });
  await step(page, 'repair what was warned about', async () => {
    await page.getByLabel(/^Title/).fill('Why feeds last');
    await page.getByLabel(/^Slug/).fill('why-feeds-last');
    await writeBody(page, BODY);
    await status().getByText('No problems').waitFor();
    await panel().getByText(BODY).waitFor();
    await place().getByText(`${demo.origin}/posts/why-feeds-last/`).waitFor();
  });
  // There is nothing to switch where all feeds have the same.
  expect(await panel().getByRole('button', { name: 'Full text' }).count()).toBe(0);
  await step(page, 'choose a tag', async () => {
    await page.getByLabel(/^Tags/).click();
    await page.keyboard.type('Newsl');
    await page.getByRole('option', { name: /Newsletters/ }).click();
    await panel().getByRole('link', { name: 'Newsletters' }).waitFor();
    expect(await panel().getByText('Once published').count()).toBe(2);
    await panel().getByText('Subscribers get a new item at once.').waitFor();
    expect(await panel().getByText('Nothing in “Tags” yet').count()).toBe(0);
  });
  await step(page, 'read the full text, which the feed of the tag has', async () => {
    await panel().getByRole('button', { name: 'Full text' }).click();
    await panel().frameLocator('iframe').getByText(BODY).waitFor();
    await panel().getByRole('button', { name: 'Summary' }).click();
  });
});

test('an article is published once, however often its button is pressed while the network is slow', async () => {
  const slow = await openPage(browser, { session, width: 1440 });
  const publishing = slow.getByRole('button', { name: 'Publish', exact: true });
  let requests = 0;
  await step(slow, 'write, and press twice', async () => {
    await slow.goto(`${demo.origin}${COLLECTIONS}.article/create`);
    await slow.getByTestId('syndication-panel').waitFor();
    await slow.route(/\/syndication\/previews$/, () => undefined);
    await slow.route(/\/actions\/publish/, (route) => {
      requests += 1;
      return route.continue();
    });
    await slow.getByLabel(/^Title/).fill('Pressed twice');
    await publishing.click();
    // It says that it is busy, and takes no second press.
    await slow.locator('button:disabled', { hasText: /^Publish$/ }).waitFor();
    await publishing.dispatchEvent('click');
    await slow.getByText('Published document').waitFor();
  });
  expect(requests).toBe(1);
  await slow.close();
});

test('a published article is in its feeds, its listing and on the Feeds page at once', async () => {
  await step(page, 'publish', async () => {
    await publish();
    await status().getByText('Live', { exact: true }).waitFor();
    const toast = page.getByText('Readers have it now.').locator('..').locator('..');
    const address = `${demo.origin}/posts/why-feeds-last/`;
    expect(await toast.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(address);
    await unfold(page);
    await panel().getByText('In this feed').first().waitFor();
    expect(await panel().getByText('Once published').count()).toBe(0);
    const link = panel().getByRole('link', { name: 'Open: Where it is' });
    expect(await link.getAttribute('href')).toBe(address);
    // Nothing is unpublished.
    expect(await panel().getByText('Link to the draft').count()).toBe(0);
    expect(await panel().getByText('When you publish').count()).toBe(0);
  });
  expect(await (await get('/tags/newsletters/index.xml')).text()).toContain(
    '<title>Why feeds last</title>',
  );
  expect(await (await get('/tags/newsletters/')).text()).toContain('Why feeds last');
  await step(page, 'find the feed on the Feeds page', async () => {
    await page.getByRole('link', { name: 'Feeds', exact: true }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Feeds' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByPlaceholder('Search feeds').fill('newsl');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Debugging/ }).waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /Newsletters/ });
    await row.getByText('Why feeds last').waitFor();
    await row.getByText('Good').waitFor();
    await row.getByRole('link', { name: 'Newsletters', exact: true }).click();
    await page.getByRole('heading', { name: 'Newsletters on Field Notes', level: 1 }).waitFor();
  });
  await step(page, 'copy the XML', async () => {
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('button', { name: 'Copy the source' }).click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await (await get('/tags/newsletters/index.xml')).text());
  });
  await step(page, 'go from the item to its entry', async () => {
    await page.getByRole('tab', { name: 'Reader' }).click();
    await page.getByRole('link', { name: 'Edit “Why feeds last”' }).click();
    await page.getByRole('heading', { name: 'Why feeds last', level: 1 }).waitFor();
  });
});

test('an article that is opened after another could not be published is not said to have been', async () => {
  const other = await openPage(browser, { session, width: 1440 });
  await step(other, 'fail to publish a change', async () => {
    await other.goto(`${demo.origin}${COLLECTIONS}.article?_q=Pressed+twice`);
    await other.getByRole('gridcell', { name: 'Pressed twice' }).click();
    await other.getByTestId('syndication-panel').getByText('Live', { exact: true }).waitFor();
    await other.getByLabel(/^Title/).fill('Pressed thrice');
    await other.route(/\/actions\/publish/, (route) =>
      route.fulfill({ status: 400, json: { error: { status: 400, message: 'Not today' } } }),
    );
    await other.getByRole('button', { name: 'Publish', exact: true }).click();
    await other.getByRole('button', { name: 'Publish anyway' }).click();
    await other.getByText('Not today').waitFor();
  });
  await step(other, 'open one that is live', async () => {
    await other.getByRole('link', { name: 'Back' }).click();
    await other.getByRole('button', { name: 'Confirm' }).click();
    await other.getByRole('button', { name: 'Clear' }).first().click();
    await other.getByRole('gridcell', { name: 'Why feeds last' }).click();
    const opened = other.getByTestId('syndication-panel');
    await opened.getByText('Live', { exact: true }).waitFor();
    await opened.and(other.locator('[aria-busy=false]')).waitFor();
  });
  expect(await other.getByText('Readers have it now.').count()).toBe(0);
  await other.close();
});

test('a changed slug is announced, and the old address leads to the new one', async () => {
  await step(page, 'change the slug', async () => {
    await page.getByLabel(/^Slug/).fill('feeds-that-last');
    await panel().getByText(`Its address becomes ${demo.origin}/posts/feeds-that-last/`).waitFor();
    // What breaks nothing is no problem.
    await status().getByText('No problems').waitFor();
    await publish();
  });
  const old = await get('/posts/why-feeds-last/');
  expect(old.status).toBe(301);
  expect(old.headers.get('location')).toBe(`${demo.origin}/posts/feeds-that-last/`);
  await step(page, 'follow the old address', async () => {
    await page.goto(`${demo.origin}/posts/why-feeds-last/`);
    await page.getByRole('heading', { name: 'Why feeds last' }).waitFor();
    expect(page.url()).toBe(`${demo.origin}/posts/feeds-that-last/`);
  });
});

test('a draft is shown as its page, in the panel and to somebody without an account', async () => {
  await step(page, 'change the saved draft', async () => {
    await page.goto(`${demo.origin}${COLLECTIONS}.article?_q=Why+feeds+last`);
    await page.getByRole('gridcell', { name: 'Why feeds last' }).click();
    await page.getByLabel(/^Title/).fill('Why feeds last for ever');
    await panel().getByText('Readers see the change at once').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved document').waitFor();
  });
  await step(page, 'copy the link', async () => {
    await panel().getByRole('button', { name: 'Copy: Link to the draft' }).click();
    await page.getByText('Copied').waitFor();
  });
  const address = String(await page.evaluate('navigator.clipboard.readText()'));
  const elsewhere = await openPage(browser);
  await step(elsewhere, 'open the link without an account', async () => {
    await elsewhere.goto(address);
    await elsewhere.getByRole('heading', { name: 'Why feeds last for ever', level: 1 }).waitFor();
    await elsewhere.goto(`${demo.origin}/posts/feeds-that-last/`);
    await elsewhere.getByRole('heading', { name: 'Why feeds last', exact: true }).waitFor();
  });
  await step(page, 'open Strapi’s own preview', async () => {
    await page.getByRole('link', { name: 'Open preview' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Why feeds last for ever', level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'published' }).click();
    await frame.getByRole('heading', { name: 'Why feeds last', exact: true }).waitFor();
  });
});
