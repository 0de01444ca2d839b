import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import { openPage, type Session, step } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const ARTICLE = 'plugin::syndication.article';
const NEWS = 'api::news.news-item';
const COLLECTIONS = '/content-manager/collection-types';

/** A type whose body is in Strapi's Blocks, beside the articles, whose body is Markdown. */
const FILES = {
  'src/api/news/content-types/news-item/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'site_news_items',
    info: { singularName: 'news-item', pluralName: 'news-items', displayName: 'News' },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      text: { type: 'blocks' },
    },
  }),
  'config/plugins.js': `module.exports = {
    syndication: {
      enabled: true,
      resolve: ${JSON.stringify(path.resolve(__dirname, '../..'))},
      config: {
        baseUrl: 'http://localhost:' + process.env.PORT,
        siteName: 'Field Notes',
        timeZone: 'Asia/Jakarta',
        sources: { '${ARTICLE}': {}, '${NEWS}': { body: 'text' } },
      },
    },
    'users-permissions': { config: { jwtSecret: 'demo-jwt-secret' } },
  };`,
};

let demo: Demo;
let browser: Browser;
let api: AdminApi;
let page: Page;

beforeAll(async () => {
  let session: Session;
  ({ demo, browser, session, api } = await startPanel({}, FILES));
  page = await openPage(browser, { session });
});

afterAll(() => stopPanel({ demo, browser }));

const SENTENCE = 'A long text has many paragraphs, and none of them is what the editor looks for. ';
const PARAGRAPHS = Array.from({ length: 60 }, () => SENTENCE.repeat(3));

const publish = async (uid: string, data: object): Promise<string> => {
  const response = await api<{ data: { documentId: string } }>(
    `${COLLECTIONS}/${uid}/actions/publish`,
    data,
  );
  expect(response.status).toBeLessThan(300);
  return response.data.data.documentId;
};

/** Waits until an editor has the focus, and a text of it is selected and in sight; an empty one: the caret. */
const waitForSelected = async (editor: string, text: string): Promise<void> => {
  await page.waitForFunction(
    ([sought, wanted]) => {
      const selection = window.getSelection();
      if (!selection || selection.rangeCount === 0) return false;
      const range = selection.getRangeAt(0);
      const { left, top, height } =
        range.getClientRects()[0] ?? range.startContainer.parentElement!.getBoundingClientRect();
      const seen = document.elementFromPoint(left + 1, top + height / 2);
      return (
        selection.toString() === wanted &&
        [document.activeElement, seen].every((element) => element?.closest(sought!))
      );
    },
    [editor, text],
  );
};

/** The problems of the open entry are behind their number. */
const openProblems = async (): Promise<void> => {
  const status = page.getByTestId('syndication-status');
  await status.getByRole('button', { name: /problem/ }).waitFor();
  const closed = status.locator('button[aria-expanded=false]');
  if ((await closed.count()) > 0) await closed.click();
};

/** Presses the button of a problem. */
const goTo = async (code: string, names: string): Promise<void> => {
  await openProblems();
  await page
    .locator(`[data-problem="${code}"]`, { hasText: names })
    .getByRole('button', { name: /^Go to/ })
    .click();
};

const open = async (uid: string, documentId: string): Promise<void> => {
  await page.goto(`${demo.origin}/admin${COLLECTIONS}/${uid}/${documentId}`);
  await page.getByTestId('syndication-panel').waitFor();
};

const MARKDOWN = '.CodeMirror';

let article: string;

beforeAll(async () => {
  article = await publish(ARTICLE, {
    title: 'How I lead to nothing',
    slug: 'how-i-lead',
    keepOutOfFeeds: false,
    body: [
      'The address /posts/gone/ is in a text, too, and [/posts/gone/more/](/posts/how-i-lead/).',
      ...PARAGRAPHS,
      '![IMG_2031.JPG](/uploads/IMG_2031.JPG)',
      '![](/uploads/bare.jpg "A title")',
      ...PARAGRAPHS,
      'It is [gone](/posts/gone/).',
      'It is [lost](#nowhere), [below](debug-cors), [empty]() or [on a disk](file:///page.html).',
      ...PARAGRAPHS,
    ].join('\n\n'),
  });
});

test('the caret is put at the link or picture in Markdown that a problem is about', async () => {
  await step(page, 'open it', () => open(ARTICLE, article));
  const cases = [
    ['link-missing', '/posts/gone/', '/posts/gone/'],
    ['image-alt', 'IMG_2031.JPG', 'IMG_2031.JPG'],
    ['link-missing', '#nowhere', '#nowhere'],
    ['link-missing', 'debug-cors', 'debug-cors'],
    ['image-alt', 'bare.jpg', ''],
    ['link-address', '[empty]()', ''],
    ['link-address', 'file:///page.html', 'file:///page.html'],
  ] as const;
  for (const [code, names, text] of cases) {
    await step(page, `go to ${names}`, async () => {
      await goTo(code, names);
      await waitForSelected(MARKDOWN, text);
    });
  }
  await step(page, 'mend the last one', async () => {
    await goTo('link-address', '[empty]()');
    await waitForSelected(MARKDOWN, '');
    await page.keyboard.insertText('/posts/how-i-lead/');
    await page
      .locator('[data-problem="link-address"]', { hasText: '[empty]()' })
      .waitFor({ state: 'detached' });
  });
});

test('the editor of Markdown gets the focus where Strapi has it otherwise', async () => {
  await step(page, 'open it', () => open(ARTICLE, article));
  await page.evaluate(() => {
    Reflect.deleteProperty(document.querySelector('.CodeMirror')!, 'CodeMirror');
  });
  await step(page, 'go to the body', async () => {
    await goTo('link-missing', '/posts/gone/');
    await page.waitForFunction(() => document.activeElement?.closest('.CodeMirror-code') !== null);
  });
});

test('on a phone, the problems leave the link in sight', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await step(page, 'open it on a phone', async () => {
    await page.goto(`${demo.origin}/admin${COLLECTIONS}/${ARTICLE}/${article}`);
    await openProblems();
  });
  await step(page, 'go to a link on a phone', async () => {
    await goTo('link-missing', '/posts/gone/');
    await waitForSelected(MARKDOWN, '/posts/gone/');
    await page.getByRole('button', { name: 'Open more actions' }).waitFor();
  });
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('a problem told elsewhere leads to the link, too', async () => {
  await step(page, 'go there', async () => {
    await page.goto(`${demo.origin}/admin/plugins/syndication`);
    await page
      .locator('[data-problem="link-missing"]', { hasText: '/posts/gone/' })
      .getByRole('link', { name: 'Go to “Body”' })
      .click();
    await page.getByTestId('syndication-panel').waitFor();
    await waitForSelected(MARKDOWN, '/posts/gone/');
  });
});

test('Blocks take the caret where a problem is about a link in them', async () => {
  const text = (value: string) => ({ type: 'text', text: value });
  const link = { type: 'link', url: '/news-items/gone/', children: [text('what is gone')] };
  const documentId = await publish(NEWS, {
    title: 'News that lead to nothing',
    slug: 'news-that-lead',
    text: [{ type: 'paragraph', children: [text('See '), link, text('.')] }],
  });
  await step(page, 'go to the link', async () => {
    await open(NEWS, documentId);
    await goTo('link-missing', '/news-items/gone/');
    await page.waitForFunction(
      () => document.activeElement?.matches('[data-slate-editor]') === true,
    );
  });
});
