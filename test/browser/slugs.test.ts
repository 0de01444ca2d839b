import type { Browser, Page } from 'playwright-core';

import {
  closeNotifications,
  goWithin,
  openPage,
  type Session,
  step,
  visit,
  writeBody,
} from './browser';
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

/** What the console complained of on the pages these tests visit, where it is ours. */
const complaints: string[] = [];

/** Strapi has complaints of its own; ours name the plugin or the menu entries it adds. */
const isOurs = (text: string, url: string): boolean =>
  /syndication|\bfeeds?\b|addMenuLink|addSettingsLink/i.test(text) || /\/syndication\//.test(url);

const listen = (opened: Page): Page => {
  opened.on('console', (message) => {
    const [text, { url }] = [message.text(), message.location()];
    const isComplaint = ['warning', 'error'].includes(message.type());
    if (isComplaint && isOurs(text, url)) complaints.push(`${text} (${url})`);
  });
  opened.on('pageerror', (error) => complaints.push(String(error)));
  return opened;
};

beforeAll(async () => {
  ({ demo, browser, session } = await startPanel());
  page = listen(await openPage(browser, { session }));
});

afterAll(() => stopPanel({ demo, browser }));

const panel = () => page.getByTestId('syndication-panel');
const title = () => page.getByLabel(/^Title/);
const slug = () => page.getByLabel(/^Slug/);
const address = () => page.getByTestId('syndication-address');
const status = async (path: string) =>
  (await fetch(`${demo.origin}${path}`, { redirect: 'manual' })).status;

const shows = async (path: string): Promise<void> => {
  await address().getByText(`${demo.origin}${path}`, { exact: true }).waitFor();
};

const press = async (name: 'Publish' | 'Save', done: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByText(done).waitFor();
  await closeNotifications(page);
};

test('a title typed and published has its address', async () => {
  await step(page, 'open a new article', async () => {
    await visit(page, `${demo.origin}${COLLECTIONS}.article/create`);
    await page.getByText('Type a title, and the address appears here.').first().waitFor();
    expect(await slug().inputValue()).toBe('');
  });
  await step(page, 'type a title', async () => {
    await title().fill('How I Watch an Address');
    await shows('/posts/how-i-watch-an-address/');
    expect(await slug().inputValue()).toBe('how-i-watch-an-address');
    await page.getByText('Follows the title until it is published.').waitFor();
    await panel().getByText(`${demo.origin}/posts/how-i-watch-an-address/`).waitFor();
  });
  await step(page, 'save, and change the title at the last moment', async () => {
    await writeBody(page, BODY);
    await press('Save', 'Saved document');
    await title().fill('How I Publish at Once');
    await press('Publish', 'Published document');
    await shows('/posts/how-i-publish-at-once/');
  });
  expect(await status('/posts/how-i-publish-at-once/')).toBe(200);
  expect(await status('/posts/how-i-watch-an-address/')).toBe(404);
});

test('after the publication the address stays, and moves only by hand', async () => {
  await step(page, 'change the title', async () => {
    await title().fill('Renamed');
    await page.getByText('This address stays: a new title does not change it.').waitFor();
    await shows('/posts/how-i-publish-at-once/');
    // It is taken: by this article.
    expect(await page.getByText('Available', { exact: true }).count()).toBe(0);
  });
  await step(page, 'ask for the slug of the new title', async () => {
    await page.getByRole('button', { name: 'Make it from the title' }).click();
    await shows('/posts/renamed/');
    await page
      .getByText(`The old address ${demo.origin}/posts/how-i-publish-at-once/ will lead here.`)
      .waitFor();
    await press('Publish', 'Published document');
  });
  expect(await status('/posts/how-i-publish-at-once/')).toBe(301);
  expect(await status('/posts/renamed/')).toBe(200);
});

test('what cannot be an address, or is taken, is said in plain words', async () => {
  await visit(page, `${demo.origin}${COLLECTIONS}.article/create`);
  await title().fill('Another one');
  await shows('/posts/another-one/');
  await step(page, 'type what is no slug', async () => {
    await slug().fill('Not a slug!');
    await page.getByText('Use lowercase letters, digits and single hyphens').waitFor();
    expect(await slug().getAttribute('aria-invalid')).toBe('true');
    const described = await slug().getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain('“another-one”');
    expect(await page.getByText(/must match/).count()).toBe(0);
  });
  await step(page, 'type the slug of another article', async () => {
    await slug().fill('renamed');
    for (const part of ['syndication-slug', 'syndication-place']) {
      await page
        .getByTestId(part)
        .getByText('Another article has this slug. Choose another.')
        .waitFor();
    }
  });
  await step(page, 'type an old address of another article', async () => {
    await slug().fill('how-i-publish-at-once');
    await page.getByText('This was the address of another article').waitFor();
    await unfold(page);
    await panel().getByText('“how-i-publish-at-once” was the slug of another article').waitFor();
  });
  await step(page, 'type a slug that says nothing', async () => {
    await slug().fill('untitled');
    await page.getByText('This address tells readers nothing.').waitFor();
    await panel().getByText('The address tells readers nothing: untitled').waitFor();
  });
  await step(page, 'clear it and leave', async () => {
    await slug().fill('');
    expect(await slug().inputValue()).toBe('');
    await slug().blur();
    await shows('/posts/another-one/');
    expect(await slug().inputValue()).toBe('another-one');
  });
});

test('what Strapi said of a slug is gone with the slug', async () => {
  await visit(page, `${demo.origin}${COLLECTIONS}.article/create`);
  await title().fill('Refused');
  await writeBody(page, BODY);
  await step(page, 'publish with the slug of another article', async () => {
    await slug().fill('renamed');
    await page.getByText('Another article has this slug. Choose another.').first().waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('This attribute must be unique').first().waitFor();
  });
  await step(page, 'choose another', async () => {
    await slug().fill('refused-no-more');
    await shows('/posts/refused-no-more/');
    expect(await slug().getAttribute('aria-invalid')).toBeNull();
    await press('Publish', 'Published document');
  });
});

test('the form of a copy speaks of the copy', async () => {
  await visit(page, `${demo.origin}${COLLECTIONS}.article`);
  await step(page, 'open the original', async () => {
    await page.getByRole('gridcell', { name: 'Renamed', exact: true }).click();
    await shows('/posts/renamed/');
  });
  const original = new URL(page.url()).pathname.split('/').pop()!;
  await step(page, 'open the form of a copy', async () => {
    await visit(page, `${demo.origin}${COLLECTIONS}.article/clone/${original}`);
    await shows('/posts/renamed-2/');
    expect(await title().inputValue()).toBe('Renamed (2)');
    await page.getByText('Follows the title until it is published.').waitFor();
    await panel().getByText('Draft', { exact: true }).waitFor();
    await unfold(page);
    await panel().getByText('The moment it is published').waitFor();
    await panel().getByText(`${demo.origin}/posts/renamed-2/`).waitFor();
    expect(await panel().getByText('In this feed').count()).toBe(0);
    expect(await panel().getByText('Its address becomes').count()).toBe(0);
  });
  await step(page, 'save it under a title of its own', async () => {
    await title().fill('Part two');
    await shows('/posts/part-two/');
    await press('Save', 'Cloned document');
    await page.getByRole('heading', { name: 'Part two', level: 1 }).waitFor();
    await shows('/posts/part-two/');
    await press('Publish', 'Published document');
  });
  expect(await status('/posts/part-two/')).toBe(200);
  expect(await status('/posts/renamed/')).toBe(200);
});

test('"Duplicate" in the list opens the form of the copy', async () => {
  await goWithin(page, `${COLLECTIONS}.article`);
  await step(page, 'choose it in the menu of a row', async () => {
    const row = page.getByRole('row', { name: /Part two/ });
    await row.getByRole('button', { name: 'Row actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await shows('/posts/part-two-2/');
    expect(await title().inputValue()).toBe('Part two (2)');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

test('a tag has the address of its name, and keeps it', async () => {
  await step(page, 'create a tag', async () => {
    await visit(page, `${demo.origin}${COLLECTIONS}.tag/create`);
    await page.getByLabel(/^Name/).fill('Slow Web');
    await shows('/tags/slow-web/');
    await page.getByText('Made from the name. It stays once you save.').waitFor();
    await press('Save', 'Saved document');
  });
  expect(await status('/tags/slow-web/')).toBe(200);
  await step(page, 'rename it', async () => {
    await page.getByLabel(/^Name/).fill('Quiet Web');
    await page.getByText('This address stays').waitFor();
    await press('Save', 'Saved document');
    await shows('/tags/slow-web/');
  });
});

test('a tag created in a dialog of an article has its address, too', async () => {
  await visit(page, `${demo.origin}${COLLECTIONS}.article/create`);
  const dialog = page.getByRole('dialog');
  await step(page, 'open the dialog', async () => {
    await page.getByLabel(/^Tags/).click();
    await page.getByRole('option', { name: /Create a relation/ }).click();
    await dialog.getByLabel(/^Name/).fill('Made in a Dialog');
    await dialog.getByText(`${demo.origin}/tags/made-in-a-dialog/`).waitFor();
  });
  await step(page, 'save the tag', async () => {
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('This address stays').waitFor();
  });
  expect(await status('/tags/made-in-a-dialog/')).toBe(200);
});

test('the console hears no complaint of ours', async () => {
  await step(page, 'visit the other screens', async () => {
    await visit(page, `${demo.origin}/admin/plugins/syndication`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await goWithin(page, '/admin/settings/syndication');
    await page.getByLabel('Description').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  expect(complaints).toEqual([]);
});

/** How bright a colour is, from black to white (0 to 255). */
const brightness = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue;
};

test.each(['light', 'dark'] as const)(
  'the icon that makes a slug anew is seen in the %s',
  async (theme) => {
    const other = await openPage(browser, { session, theme });
    await visit(other, `${demo.origin}${COLLECTIONS}.article/create`);
    await other.getByLabel(/^Title/).fill('How I see it');
    await other.getByLabel(/^Slug/).fill('another');
    const icon = other.getByRole('button', { name: /from the title/i }).locator('svg');
    await icon.waitFor();
    const [drawn, behind] = await icon.evaluate((svg) => {
      const isClear = (element: Element) =>
        getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)';
      let element: Element = svg;
      while (element.parentElement && isClear(element)) element = element.parentElement;
      const { fill } = getComputedStyle(svg.querySelector('path')!);
      return [fill, getComputedStyle(element).backgroundColor];
    });
    expect(Math.abs(brightness(drawn!) - brightness(behind!))).toBeGreaterThan(70);
    await other.close();
  },
);
