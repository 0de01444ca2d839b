import type { Browser, Locator, Page, Route } from 'playwright-core';

import { closeNotifications, goWithin, openPage, type Session, step, visit } from './browser';
import type { AdminApi } from './admin-api';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

let demo: Demo;
let browser: Browser;
let page: Page;
/** Somebody else who is signed in. */
let other: AdminApi;

beforeAll(async () => {
  let session: Session;
  ({ demo, browser, session, api: other } = await startPanel());
  page = await openPage(browser, { session });
});

afterAll(() => stopPanel({ demo, browser }));

const feed = async () => (await fetch(`${demo.origin}/index.xml`)).text();

test('a changed setting is previewed, saved and in the very next feed', async () => {
  await step(page, 'preview a description', async () => {
    await page.goto(`${demo.origin}/admin/settings/syndication`);
    await page.getByLabel('Description').fill('Notes on feeds & more');
    await page.getByText('Notes on feeds & more', { exact: true }).last().waitFor();
  });
  expect(await feed()).toContain('<description>Recent content on Field Notes</description>');
  await step(page, 'save it', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved\./).waitFor();
  });
  expect(await feed()).toContain('<description>Notes on feeds &amp;amp; more</description>');
});

const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const itemsPerFeed = () => page.getByLabel('Articles in a feed');

test('a number can be cleared and typed anew', async () => {
  await step(page, 'type another number', async () => {
    await itemsPerFeed().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Backspace');
    expect(await itemsPerFeed().inputValue()).toBe('');
    await page.keyboard.type('5');
    expect(await itemsPerFeed().inputValue()).toBe('5');
    // What was said of the save before may still stand there.
    const saved = page.waitForResponse(
      (response) =>
        response.url().includes('/syndication/settings') && response.request().method() === 'PUT',
    );
    await save();
    expect((await saved).status()).toBe(200);
  });
  expect((await feed()).match(/<item>/g)).toHaveLength(5);
});

test.each(['20000', '-1', '', '7.5', 'all'])(
  'the number "%s" is refused with what is allowed, and stays in the field',
  async (typed) => {
    await step(page, `type ${typed}`, async () => {
      await itemsPerFeed().fill(typed);
      await save();
      await page.getByText('Choose a whole number from 0 to 10,000.').waitFor();
      await page.getByText('Not saved: please look at the marked fields.').waitFor();
      expect(await itemsPerFeed().inputValue()).toBe(typed);
      await closeNotifications(page);
    });
    expect((await feed()).match(/<item>/g)).toHaveLength(5);
  },
);

test('leaving with unsaved changes asks', async () => {
  await step(page, 'stay', async () => {
    await itemsPerFeed().fill('6');
    await page.getByRole('link', { name: 'Feeds', exact: true }).click();
    await page.getByText('You have changes that are not saved.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await itemsPerFeed().inputValue()).toBe('6');
  });
  await step(page, 'leave', async () => {
    await page.getByRole('link', { name: 'Feeds', exact: true }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Feeds', level: 1 }).waitFor();
  });
  await step(page, 'leave what was not changed', async () => {
    await goWithin(page, '/admin/settings/syndication');
    await itemsPerFeed().waitFor();
    expect(await itemsPerFeed().inputValue()).toBe('5');
    await page.getByRole('link', { name: 'Feeds', exact: true }).click();
    await page.getByRole('heading', { name: 'Feeds', level: 1 }).waitFor();
  });
});

/** Ends when all of an element is below the header of the panel, and above the end of the window. */
const isInSight = async (shown: Page, element: Locator): Promise<void> => {
  const handle = await element.elementHandle();
  await shown.waitForFunction((found) => {
    const { top, bottom } = found!.getBoundingClientRect();
    return top > 60 && bottom < window.innerHeight;
  }, handle);
};

test('what two people save at once is not lost', async () => {
  await step(page, 'save after somebody else', async () => {
    await goWithin(page, '/admin/settings/syndication');
    await page.getByLabel('Description').fill('Mine');
    await other('/syndication/settings', { itemsPerFeed: 7 }, 'PUT');
    // Far below the place of what is said then.
    await page.getByText('Start ids over').last().scrollIntoViewIfNeeded();
    await save();
    const notice = page.getByRole('alert').filter({ hasText: 'Somebody else saved' });
    await notice.getByText('changed: Articles in a feed').waitFor();
    await notice.getByText('What you changed is still here').waitFor();
    await isInSight(page, notice);
    expect(await page.getByLabel('Description').inputValue()).toBe('Mine');
    expect(await itemsPerFeed().inputValue()).toBe('7');
    expect(await feed()).not.toContain('<description>Mine</description>');
  });
  await step(page, 'save again', async () => {
    await save();
    await page.getByText(/^Saved\./).waitFor();
  });
  expect(await feed()).toContain('<description>Mine</description>');
  expect((await feed()).match(/<item>/g)).toHaveLength(7);
});

/** Waits until the preview of something that is in the form has been answered. */
const previewOf = (typed: unknown) =>
  page.waitForResponse(
    (response) =>
      response.url().includes('/preview') &&
      response.request().postData() === JSON.stringify(typed),
  );

test('what somebody else saves is in the preview of the feeds', async () => {
  await step(page, 'preview after somebody else', async () => {
    await visit(page, `${demo.origin}/admin/settings/syndication`);
    const mine = previewOf({ itemsPerFeed: 8 });
    await itemsPerFeed().fill('8');
    await mine;
    await other('/syndication/settings', { description: 'Theirs' }, 'PUT');
    await save();
    await page.getByText('changed: Description').waitFor();
    await page.locator('p', { hasText: /^Theirs$/ }).waitFor();
    expect(await itemsPerFeed().inputValue()).toBe('8');
    await save();
    await page.getByText('What you changed is still here').waitFor({ state: 'detached' });
  });
});

test('what somebody else saves is in the preview of the pages', async () => {
  const listing = page.frameLocator('iframe[title=Listing]');
  const notice = page.getByRole('alert').filter({ hasText: 'Somebody else saved' });
  const colour = page.getByLabel('Colour of links', { exact: true });
  await step(page, 'preview of the appearance after somebody else', async () => {
    await visit(page, `${demo.origin}/admin/settings/syndication-appearance`);
    const mine = previewOf({ accent: '#004080' });
    await colour.fill('#004080');
    await mine;
    await other('/syndication/appearance', { footer: 'Their line' }, 'PUT');
    await save();
    await notice.getByText('changed: Line at the end of each page').waitFor();
    await listing.getByText('Their line', { exact: true }).waitFor();
    expect(await colour.inputValue()).toBe('#004080');
  });
  await step(page, 'leave nothing to be looked at again', async () => {
    await colour.fill('');
    await notice.waitFor({ state: 'detached' });
  });
});

test('what is typed while it saves is still there, to be saved as well', async () => {
  const SAVE = /\/syndication\/settings\?version=/;
  const description = page.getByLabel('Description');
  await step(page, 'type while it saves', async () => {
    await visit(page, `${demo.origin}/admin/settings/syndication`);
    await description.fill('Sent');
    let answer = (): void => undefined;
    const isTyped = new Promise<void>((resolve) => (answer = resolve));
    const isSaved = new Promise<void>((resolve, reject) => {
      const hold = async (route: Route): Promise<void> => {
        const response = await route.fetch({ maxRetries: 3 });
        resolve();
        await isTyped;
        await route.fulfill({ response });
      };
      void page.route(SAVE, (route) => hold(route).catch(reject)).catch(reject);
    });
    await save();
    await isSaved;
    expect(await feed()).toContain('<description>Sent</description>');
    await description.fill('Typed since');
    answer();
    await page.getByText(/^Saved\./).waitFor();
    await page.unroute(SAVE);
    expect(await description.inputValue()).toBe('Typed since');
  });
  await step(page, 'save that as well', async () => {
    const saved = page.waitForResponse(SAVE);
    await save();
    expect((await saved).status()).toBe(200);
  });
  expect(await feed()).toContain('<description>Typed since</description>');
});

test('an appearance is previewed, checked, saved and on the very next page', async () => {
  const listing = page.frameLocator('iframe[title=Listing]');
  const styleOf = async () => /<style>([^]*)<\/style>/.exec(await listingPage())?.[1] ?? '';
  const listingPage = async () => (await fetch(`${demo.origin}/tags/api/`)).text();
  await step(page, 'choose a colour that is hard to read', async () => {
    await visit(page, `${demo.origin}/admin/settings/syndication-appearance`);
    await page.getByLabel('Colour of links', { exact: true }).fill('#ffcc00');
    await page.getByText('Hard to read: the contrast is 1.3:1').waitFor();
    await page.getByRole('button', { name: /^Use #/ }).click();
    await page.getByText('Hard to read').waitFor({ state: 'detached' });
  });
  await step(page, 'show authors, and see them before anybody else', async () => {
    await page.getByLabel('Author').click();
    await listing
      .getByText(/^\w+ \d+, 20\d\d · /)
      .first()
      .waitFor();
    expect(await listingPage()).not.toContain('class="meta"><time');
  });
  await step(page, 'a link that leads nowhere is refused at its place', async () => {
    await page.getByTestId('syndication-footerLinks').getByText('Add a link').click();
    await page.getByLabel('Text of link 1').fill('Imprint');
    await page.getByLabel('Address of link 1').fill('javascript:alert(1)');
    await page.getByRole('alert').filter({ hasText: 'Each link needs a text' }).waitFor();
    await page.getByLabel('Address of link 1').fill('/imprint/');
    await listing.getByRole('link', { name: 'Imprint' }).waitFor();
  });
  await step(page, 'save it', async () => {
    await save();
    await page.getByText(/^Saved\. The next request of every page/).waitFor();
  });
  const html = await listingPage();
  expect(html).toContain('<a href="/imprint/">Imprint</a>');
  expect(html).toContain('class="meta"><time');
  expect(await styleOf()).not.toContain('#ffcc00');
  await step(page, 'the page shows it', async () => {
    await page.goto(`${demo.origin}/tags/api/`);
    const link = page.getByRole('link', { name: 'Imprint' });
    expect(await link.evaluate((element) => getComputedStyle(element).color)).not.toBe(
      'rgb(10, 88, 202)',
    );
    await page.goto(`${demo.origin}/admin/settings/syndication`);
    await itemsPerFeed().waitFor();
  });
});

test('a setting fixed in config/plugins.ts can be read and not changed', async () => {
  await step(page, 'look at the site title', async () => {
    const field = page.getByLabel('Site title');
    expect(await field.inputValue()).toBe('Field Notes');
    expect(await field.isDisabled()).toBe(true);
    expect(await page.getByText('config/plugins.ts').count()).toBe(1);
    expect(await page.getByText('Fixed', { exact: true }).count()).toBe(4);
  });
});
