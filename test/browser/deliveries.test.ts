import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { type Receiver, startReceiver } from '../helpers/receiver';
import {
  findViolationsInThemes,
  keepPictures,
  openPage,
  type Session,
  step,
  visit,
} from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const ARTICLES = '/admin/content-manager/collection-types/plugin::syndication.article';
const LINE = '[data-testid=syndication-told]';
const OF_ENTRY = '**/syndication/deliveries/entry?*';

let demo: Demo;
let browser: Browser;
let page: Page;
let frontEnd: Receiver;
let search: Receiver;

const takes: Receiver['answer'] = (_request, response) => response.writeHead(204).end();
const refuses: Receiver['answer'] = (_request, response) =>
  response.writeHead(503).end('Back at noon');

/** The demo's configuration, with two who are told. */
const configuration = (): string => `module.exports = {
  syndication: {
    enabled: true,
    resolve: ${JSON.stringify(path.resolve(__dirname, '../..'))},
    config: {
      baseUrl: 'http://localhost:' + process.env.PORT,
      siteName: 'Field Notes',
      timeZone: 'Asia/Jakarta',
      push: {
        webhooks: [
          { url: '${frontEnd.url}/api/revalidate', name: 'Front end' },
          { url: '${search.url}/', name: 'Search' },
        ],
      },
    },
  },
  'users-permissions': { config: { jwtSecret: 'demo-jwt-secret' } },
};`;

beforeAll(async () => {
  [frontEnd, search] = [await startReceiver(), await startReceiver()];
  let session: Session;
  ({ demo, browser, session } = await startPanel({}, { 'config/plugins.js': configuration() }));
  page = await openPage(browser, { session, width: 1440 });
});

afterAll(async () => {
  await stopPanel({ demo, browser });
  await frontEnd.stop();
  await search.stop();
});

const publish = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published document').waitFor();
};
const line = () => page.locator(LINE);

/** What the panel was answered last about who was told. */
let answered: Promise<Buffer>;

test('an editor sees on one line that everybody was told, without loading the page again', async () => {
  page.on('response', (response) => {
    if (response.url().includes('/deliveries/entry?')) answered = response.body();
  });
  await step(page, 'publish an article', async () => {
    await visit(page, `${demo.origin}${ARTICLES}/create`);
    await page.getByLabel(/^Title/).fill('How I tell everybody');
    await page
      .getByLabel(/^Summary/)
      .fill('Everybody who should hear of this does so within seconds.');
    await page.getByTestId('syndication-panel').getByText('/how-i-tell-everybody/').waitFor();
    await publish();
  });
  await step(page, 'see who was told', async () => {
    await line()
      .filter({ hasText: /^Front end and Search told at \d\d:\d\d\.\s*$/ })
      .waitFor();
    expect(await findViolationsInThemes(page, LINE)).toEqual([]);
    await keepPictures(page, 'deliveries-told');
  });
});

test('who was not told is named, and the message is sent again from the list', async () => {
  await step(page, 'publish while somebody is away', async () => {
    search.answer = refuses;
    // Another node, which has not heard of it yet, answers as before.
    const former = await answered;
    await page.route(
      OF_ENTRY,
      (route) => route.fulfill({ body: former, contentType: 'application/json' }),
      { times: 1 },
    );
    await page.getByLabel(/^Summary/).fill('Somebody does not hear of this.');
    await publish();
    await line()
      .filter({ hasText: /^Front end told at \d\d:\d\d\. Search not told yet\./ })
      .waitFor();
    expect(await findViolationsInThemes(page, LINE)).toEqual([]);
    await keepPictures(page, 'deliveries-not-told');
  });
  await step(page, 'send it again', async () => {
    await line().getByRole('link', { name: 'Deliveries' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Trying again' });
    await row.getByText('503 Back at noon').waitFor();
    await row.getByRole('link', { name: 'How I tell everybody' }).waitFor();
    expect(await findViolationsInThemes(page, 'main')).toEqual([]);
    await keepPictures(page, 'deliveries');
    search.answer = takes;
    await row.getByRole('button', { name: 'Send again: Search' }).click();
    await page.getByText('It is being sent.').waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByText('Told', { exact: true }).nth(3).waitFor();
  });
});
