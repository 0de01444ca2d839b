import type { Browser, Page } from 'playwright-core';

import { waitForNextSecond } from '../helpers/due';
import type { AdminApi } from './admin-api';
import { goWithin, openPage, type Session, step, writeBody } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';
import { unfold } from './side-panel';
import { labelled, LANGUAGES, type Language, untranslated, type Words, wordsIn } from './words';

const COLLECTIONS = '/admin/content-manager/collection-types/plugin::syndication';
const API = '/content-manager/collection-types/plugin::syndication';
/** 9:00 in Jakarta, the site's time zone, on 25 December, and the afternoon there. */
const MORNING = '2097-12-25T02:00:00.000Z';
const CHRISTMAS = '2097-12-25T07:30:00.000Z';

const TEXT =
  'A subscriber reads this text in an app, far away from the site. It has enough words to be a summary.';

/** What the console may say of the plugin; Strapi has warnings of its own. */
const OURS = /syndication|Missing message: "(?:Article|Tag)"/;

let demo: Demo;
let browser: Browser;
let session: Session;
let api: AdminApi;

beforeAll(async () => {
  ({ demo, browser, session, api } = await startPanel());
});

afterAll(() => stopPanel({ demo, browser }));

const get = (path: string) => fetch(`${demo.origin}${path}`, { redirect: 'manual' });

interface Item {
  title: string;
  url: string;
  summary: string;
  date_modified: string;
}

/** The item of a title in a feed, as subscribers get it. */
const itemIn = async (directory: string, title: string): Promise<Item | undefined> => {
  const { items } = (await (await get(`${directory}feed.json`)).json()) as { items: Item[] };
  const found = items.find((item) => item.title === title);
  return (
    found && { title, url: found.url, summary: found.summary, date_modified: found.date_modified }
  );
};

const createTag = async (name: string): Promise<string> => {
  const { data } = await api<{ data: { documentId: string } }>(`${API}.tag`, {
    name,
    slug: name.replace(' ', '-'),
  });
  return data.data.documentId;
};

/** An article of a day, with what the panel says of it in a language and what readers get. */
const openDay = (page: Page, words: Words) => {
  const { say, strapi, language } = words;
  const panel = page.getByTestId('syndication-panel');
  const status = page.getByTestId('syndication-status');
  const field = (name: string) => page.getByLabel(labelled(say(`content-types.article.${name}`)));
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const effect = (code: string, text: string) =>
    panel.locator(`[data-effect=${code}]`).getByText(text, { exact: true }).waitFor();
  /** Waits until the panel shows what is in the form, and nothing of before. */
  const settled = () => page.locator('[data-testid=syndication-panel][aria-busy=false]').waitFor();
  const done = async (action: () => Promise<void>, status: string): Promise<void> => {
    const answered = page.waitForResponse(
      (response) =>
        response.url().includes('/content-manager/') && response.request().method() !== 'GET',
    );
    await action();
    expect((await answered).status()).toBe(200);
    await page.getByText(status, { exact: true }).first().waitFor();
    await settled();
  };
  return {
    ...words,
    page,
    panel,
    status,
    field,
    button,
    effect,
    settled,
    save: () =>
      done(
        () => button(strapi('global.save')).click(),
        strapi('content-manager.success.record.save'),
      ),
    publish: (label?: string) =>
      done(
        () => button(label ? say(label) : strapi('app.utils.publish')).click(),
        strapi('content-manager.success.record.publish'),
      ),
    /** Corrects a typo. */
    quietly: () =>
      done(
        () => panel.getByRole('button', { name: say('republishing.quietly') }).click(),
        strapi('content-manager.success.record.publish'),
      ),
    /** Does what is in the menu beside the buttons. */
    choose: (name: string, status: string) =>
      done(async () => {
        await button(strapi('content-manager.containers.edit.panels.default.more-actions')).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      }, status),
    language,
  };
};

type Day = ReturnType<typeof openDay>;

/** Every feed that the panel names, with whether it says that the article is in it now. */
const feedsInPanel = async ({ panel, say }: Day): Promise<Record<string, boolean>> => {
  const rows = panel.locator('li:has(a[href*="/plugins/syndication/"])');
  return Object.fromEntries(
    await Promise.all(
      (await rows.all()).map(async (row): Promise<[string, boolean]> => {
        const title = await row.getByRole('link').innerText();
        return [title, (await row.innerText()).endsWith(say('panel.feed.now'))];
      }),
    ),
  );
};

const titleCase = (name: string): string => name.replace(/\b\w/g, (letter) => letter.toUpperCase());

/** Compares what the panel says of its feeds with the feeds, and gives the item they have. */
const compareWithFeeds = async (
  day: Day,
  title: string,
  feeds: Record<string, string>,
): Promise<Item | undefined> => {
  await unfold(day.page);
  const said = await feedsInPanel(day);
  const found = await Promise.all(
    Object.keys(feeds).map(async (name) => [name, await itemIn(feeds[name]!, title)] as const),
  );
  expect(said).toEqual(Object.fromEntries(found.map(([name, item]) => [name, Boolean(item)])));
  const item = found[0]?.[1];
  if (item) {
    await day.panel.getByText(item.url, { exact: true }).first().waitFor();
    await day.panel
      .getByText(day.say('panel.lastTold', { date: day.date(item.date_modified) }))
      .waitFor();
    await day.panel.getByText(item.summary, { exact: true }).first().waitFor();
  }
  return item;
};

/** Languages of which a whole day is lived; of the others its morning, with all that is written in dates. */
const WHOLE_DAYS: readonly Language[] = ['en', 'de'];

const liveADay = async (page: Page, language: Language): Promise<void> => {
  const words = wordsIn(language);
  const day = openDay(page, words);
  const { say, strapi, date, inZone, panel, status, field, effect, settled } = day;
  const title = `A day in ${language}`;
  const [tag, other] = [`day ${language}`, `week ${language}`];
  const tagDirectory = `/tags/${tag.replace(' ', '-')}/`;
  const feeds = { 'Field Notes': '/', [titleCase(tag)]: tagDirectory };
  const compare = () => compareWithFeeds(day, title, feeds);
  const address = `${demo.origin}/posts/a-day-in-${language}/`;

  await step(page, `create in ${language}`, async () => {
    await page.goto(`${demo.origin}${COLLECTIONS}.article/create`);
    await status.getByText(say('entries.status.draft'), { exact: true }).waitFor();
    await status.getByText(say('panel.problems', { count: 0 })).waitFor();
    await unfold(page);
    await panel
      .getByText(say('panel.reason.no-tags', { fields: say('content-types.article.tags') }))
      .waitFor();
  });
  await step(page, `type in ${language}`, async () => {
    await field('title').fill(title);
    await writeBody(page, TEXT);
    await field('tags').click();
    await page.keyboard.type(tag);
    await page.getByRole('option', { name: new RegExp(tag) }).click();
    await panel.getByRole('link', { name: titleCase(tag) }).waitFor();
    await status.getByText(say('panel.problems', { count: 0 })).waitFor();
    await panel.getByText(address).waitFor();
    await settled();
    expect(await panel.getByText(say('panel.feed.next')).count()).toBe(2);
    await effect('new', say('panel.effect.new'));
    expect(await compare()).toBeUndefined();
    expect(await untranslated(page, language)).toEqual([]);
  });
  await step(page, `schedule in ${language}`, async () => {
    const picker = page.getByTestId('syndication-date');
    await picker.getByLabel(say('date.day')).fill('2097-12-25');
    await picker.getByText(say('date.meaning', { date: inZone(MORNING) })).waitFor();
    await picker.getByLabel(say('date.time')).fill('14:30');
    await picker.getByText(say('date.meaning', { date: inZone(CHRISTMAS) })).waitFor();
    await effect('new-later', say('panel.effect.new-later', { until: date(CHRISTMAS) }));
    await day.publish('publishing.schedule');
    await status.getByText(say('scheduled.badge', { date: date(CHRISTMAS) })).waitFor();
    await unfold(page);
    expect(await panel.getByText(say('panel.feed.later')).count()).toBe(2);
    expect(await compare()).toBeUndefined();
    expect((await get(new URL(address).pathname)).status).toBe(404);
  });
  await step(page, `preview as somebody else in ${language}`, async () => {
    const link = panel.getByRole('link', {
      name: `${say('address.open')}: ${say('panel.draft')}`,
      exact: true,
    });
    const shared = await fetch((await link.getAttribute('href'))!);
    expect(shared.status).toBe(200);
    expect(await shared.text()).toContain(title);
  });
  await step(page, `publish in ${language}`, async () => {
    await page
      .getByTestId('syndication-date')
      .getByRole('button', { name: say('date.clear'), exact: true })
      .click();
    await effect('new', say('panel.effect.new'));
    await day.publish();
    await unfold(page);
    await panel.getByText(say('panel.feed.now')).nth(1).waitFor();
    expect(await compare()).toMatchObject({ url: address });
    expect((await get(new URL(address).pathname)).status).toBe(200);
  });
  if (!WHOLE_DAYS.includes(language)) return;
  await step(page, `correct quietly in ${language}`, async () => {
    const before = await itemIn('/', title);
    await waitForNextSecond();
    await field('summary').fill('Corrected quietly.');
    await settled();
    await effect('change', say('panel.effect.change'));
    await day.quietly();
    expect(await compare()).toEqual({ ...before, summary: 'Corrected quietly.' });
  });
  await step(page, `correct aloud in ${language}`, async () => {
    const before = await itemIn('/', title);
    await field('summary').fill('Corrected aloud.');
    await settled();
    await day.publish();
    const after = await compare();
    expect(after).toMatchObject({ summary: 'Corrected aloud.', url: before!.url });
    expect(after!.date_modified > before!.date_modified).toBe(true);
  });
  const renamed = `${demo.origin}/posts/a-week-in-${language}/`;
  await step(page, `rename in ${language}`, async () => {
    await field('slug').fill(`a-week-in-${language}`);
    await settled();
    await effect('moves', say('panel.effect.moves', { from: address, to: renamed }));
    await day.publish();
    expect(await compare()).toMatchObject({ url: renamed });
    const old = await get(new URL(address).pathname);
    expect([old.status, old.headers.get('location')]).toEqual([301, renamed]);
    expect(await untranslated(page, language)).toEqual([]);
  });
  const article = page.url();
  await step(page, `merge its tag in ${language}`, async () => {
    const { data } = await api<{ results: { documentId: string }[] }>(
      `${API}.tag?filters[name][$eq]=${encodeURIComponent(tag)}`,
    );
    await goWithin(page, `${COLLECTIONS}.tag/${data.results[0]!.documentId}`);
    await page.getByRole('heading', { name: tag, level: 1 }).waitFor();
    await day.button(strapi('content-manager.containers.edit.header.more-actions')).click();
    await page.getByRole('menuitem', { name: say('merge.action') }).click();
    const dialog = page.getByRole('dialog', { name: say('merge.title', { name: tag }) });
    await dialog.getByText(say('merge.explained', { name: tag })).waitFor();
    await dialog.getByLabel(labelled(say('merge.into'))).click();
    await page.keyboard.type(other);
    await page.getByRole('option', { name: new RegExp(other) }).click();
    expect(await untranslated(page, language)).toEqual([]);
    await dialog.getByRole('button', { name: say('merge.confirm'), exact: true }).click();
    await page.getByText(say('merge.done', { name: tag, into: other })).waitFor();
    expect((await get(`${tagDirectory}feed.json`)).status).toBe(301);
  });
  const merged = { 'Field Notes': '/', [titleCase(other)]: `/tags/${other.replace(' ', '-')}/` };
  await step(page, `withdraw in ${language}`, async () => {
    // By way of the list: from one form to another Strapi now and then draws no side panels.
    await goWithin(page, `${COLLECTIONS}.article`);
    await page.getByRole('row').nth(1).waitFor();
    await goWithin(page, article);
    await settled();
    await unfold(page);
    await panel.getByRole('link', { name: titleCase(other) }).waitFor();
    expect(await compareWithFeeds(day, title, merged)).toMatchObject({ url: renamed });
    await day.choose(
      strapi('app.utils.unpublish'),
      strapi('content-manager.success.record.unpublish'),
    );
    await status.getByText(say('entries.status.draft'), { exact: true }).waitFor();
    await effect('returns', say('panel.effect.returns'));
    expect(await compareWithFeeds(day, title, merged)).toBeUndefined();
    expect((await get(new URL(renamed).pathname)).status).toBe(410);
  });
};

test.each(LANGUAGES)(
  'what the panel says through a day is what readers get, in %s',
  async (language) => {
    await createTag(`day ${language}`);
    await createTag(`week ${language}`);
    const page = await openPage(browser, { session, language, width: 1440 });
    const complaints: string[] = [];
    page.on('console', (message) => {
      const [line = ''] = message.text().split('\n');
      if (['warning', 'error'].includes(message.type()) && OURS.test(line)) complaints.push(line);
    });
    await liveADay(page, language);
    expect(complaints).toEqual([]);
    await page.close();
  },
);
