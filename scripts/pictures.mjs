/**
 * Makes the pictures of the README and docs/ from the demo in Chromium, so that they show the present state.
 * Builds what is missing.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { chromium } from 'playwright-core';

import { ensureBrowser } from './lib/browser.mjs';
import { startOwnDemo } from './lib/demo.mjs';
import { ROOT } from './lib/paths.mjs';
import { buildPlayground, buildPlugin } from './lib/prepare.mjs';
import { say } from './lib/run.mjs';

// The version of sharp that Strapi's upload plugin uses.
const sharp = createRequire(
  createRequire(path.join(ROOT, 'package.json')).resolve('@strapi/upload/package.json'),
)('sharp');

const IMAGES = path.join(ROOT, 'docs', 'images');

/** Base URL in the pictures, instead of a local port. */
const SITE = 'https://notes.example.com';

/** Device pixels per CSS pixel, for high-resolution screens. */
const SCALE = 2;

const COLLECTIONS = '/admin/content-manager/collection-types/plugin::syndication';
const LOGIN = { email: 'admin@example.com', password: 'FieldNotes1' };

/** Milliseconds to wait for an element. */
const PATIENCE = 100_000;

const openBrowser = () =>
  chromium.launch({
    executablePath: ensureBrowser(),
    args: [
      // Chromium refuses to run as root with its sandbox, as in containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--hide-scrollbars',
    ],
  });

/** A page with the viewport of a picture, signed in if a session is given. */
const openPage = async (browser, { width, height, theme = 'light', session }) => {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: SCALE,
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    colorScheme: theme,
    reducedMotion: 'reduce',
    storageState: session,
  });
  await context.addInitScript((look) => {
    localStorage.setItem('STRAPI_THEME', look);
    // Strapi's guided tour covers the Content Manager of a site with its own content types.
    localStorage.setItem('STRAPI_GUIDED_TOUR', JSON.stringify({ enabled: false }));
  }, theme);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  return page;
};

const shoot = (page, options = {}) =>
  page.screenshot({ animations: 'disabled', caret: 'hide', ...options });

/** Saves a picture with as few colours as possible without a visible difference. */
const keep = async (name, picture) => {
  const small = await sharp(picture).png({ palette: true, effort: 10, quality: 90 }).toBuffer();
  writeFileSync(path.join(IMAGES, name), small);
  console.log(`  docs/images/${name}  ${Math.ceil(small.length / 1000)} kB`);
};

const signIn = async (browser, origin) => {
  const page = await openPage(browser, { width: 1280, height: 800 });
  await page.goto(`${origin}/admin/auth/login`);
  await page.locator('input[name=email]').fill(LOGIN.email);
  await page.locator('input[name=password]').fill(LOGIN.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
  // Some versions of Strapi show a banner with news.
  const news = page.getByRole('button', { name: 'Close the banner' });
  await news.click({ timeout: 5_000 }).catch(() => undefined);
  const session = await page.context().storageState();
  await page.context().close();
  return session;
};

/** Composes pictures as windows side by side. */
const composeWindows = async (browser, windows, { width, height }) => {
  const page = await openPage(browser, { width, height });
  const frames = windows.map(
    ({ picture, style }) =>
      `<img src="data:image/png;base64,${picture.toString('base64')}" style="${style}">`,
  );
  await page.setContent(`<style>
    body { margin: 0; height: 100vh; display: flex; gap: 24px; padding: 24px; box-sizing: border-box;
      background: #e2e6ec; justify-content: center; }
    img { display: block; border-radius: 8px; box-shadow: 0 1px 6px rgb(0 0 0 / 25%); }
  </style>${frames.join('')}`);
  const composed = await shoot(page);
  await page.context().close();
  return composed;
};

/** The public pages: a listing in a window, and an article with the dark theme on a phone. */
const publicPages = async (browser, origin) => {
  const size = { width: 720, height: 600 };
  const phone = { width: 390, height: 600 };
  const listing = await openPage(browser, size);
  await listing.goto(`${origin}/tags/api/`);
  const article = await openPage(browser, { ...phone, theme: 'dark' });
  await article.goto(`${origin}/posts/http-status-codes/`);
  const windows = [
    { picture: await shoot(listing), style: `width: ${size.width}px` },
    { picture: await shoot(article), style: `width: ${phone.width}px` },
  ];
  await keep('listing.png', await composeWindows(browser, windows, { width: 1182, height: 648 }));
};

const feedsPage = async (page, origin) => {
  await page.goto(`${origin}/admin/plugins/syndication?view=feeds`);
  await page.getByText('Good').first().waitFor();
  await keep('feeds.png', await shoot(page));
};

const entriesPage = async (page, origin) => {
  await page.goto(`${origin}/admin/plugins/syndication?view=entries`);
  await page.getByText('How I Debug CORS').first().waitFor();
  await keep('entries.png', await shoot(page));
};

/** The form of a published article with an unsaved change of title and slug. */
const sidePanel = async (page, origin) => {
  await page.goto(`${origin}${COLLECTIONS}.article?_q=CORS`);
  await page.getByText('How I Debug CORS').first().click();
  const panel = page.getByTestId('syndication-panel');
  await panel.getByText('Live', { exact: true }).waitFor();
  await page.getByLabel(/^Title/).fill('How I Debug CORS &amp; Preflights');
  await page.getByLabel(/^Slug/).fill('debug-cors-step-by-step');
  await panel.locator('[data-effect=moves]').waitFor();
  await panel.getByRole('button', { name: '1 problem' }).click();
  await panel.getByText('The title shows markup').waitFor();
  await panel.getByText('As subscribers read it').click();
  await page.getByText('Available', { exact: true }).waitFor();
  const [field, side] = [await page.getByLabel(/^Title/).boundingBox(), await panel.boundingBox()];
  const x = field.x - 48;
  const y = field.y - 60;
  const width = side.x + side.width + 48 - x;
  await keep('side-panel.png', await shoot(page, { clip: { x, y, width, height: 1400 } }));
};

const settingsPage = async (page, origin) => {
  await page.goto(`${origin}/admin/settings/syndication`);
  await page.getByText('How your feeds will read').waitFor();
  await page.getByText('Recent content on Field Notes').first().waitFor();
  await keep('settings.png', await shoot(page));
};

/** The appearance settings with a dark preview of an article. */
const appearancePage = async (page, origin) => {
  await page.goto(`${origin}/admin/settings/syndication-appearance`);
  await page.locator('iframe').first().waitFor();
  await page.frameLocator('iframe').first().getByRole('heading').first().waitFor();
  await keep('appearance.png', await shoot(page));
};

const PANEL = [
  { take: feedsPage, size: { width: 1280, height: 820 } },
  { take: entriesPage, size: { width: 1280, height: 820 } },
  { take: sidePanel, size: { width: 1280, height: 1700 } },
  { take: appearancePage, size: { width: 1280, height: 900, theme: 'dark' } },
  { take: settingsPage, size: { width: 1280, height: 900 } },
];

const main = async () => {
  buildPlugin();
  buildPlayground();
  say('Taking pictures');
  const [demo, browser] = [
    await startOwnDemo({ PUBLIC_URL: SITE, DEMO_CONTENT: 'articles' }),
    await openBrowser(),
  ];
  try {
    await publicPages(browser, demo.origin);
    const session = await signIn(browser, demo.origin);
    for (const { take, size } of PANEL) {
      const page = await openPage(browser, { ...size, session });
      await take(page, demo.origin);
      await page.context().close();
    }
  } finally {
    await browser.close();
    await demo.stop();
  }
};

main().catch((error) => {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
});
