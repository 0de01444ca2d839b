/** @runs-on sqlite: which addresses lead on is told by the options that there were. */
import { rmSync } from 'node:fs';

import { type App, startApp } from '../helpers/app';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const STORY = 'api::story.story';
const HOST = 'https://www.example.com';
const BASE = { baseUrl: `${HOST}/site`, feedsUrl: `${HOST}/feeds` };
const DAY = 24 * 60 * 60 * 1_000;

const localised = { type: 'string', pluginOptions: LOCALISED };
const files = siteTypes({
  story: {
    isLocalised: true,
    draftAndPublish: true,
    attributes: { title: localised, slug: localised, whole: localised },
  },
});

let app: App & { folder: string };
let folder: string;

/** Where stories are in each language, and where each language is. */
const configOf = (
  en: { address: string; path?: string },
  de?: { address: string; path?: string },
  home: string | false = '/',
) => ({
  ...BASE,
  home,
  sources: {
    [STORY]: { address: de ? { en: en.address, de: de.address } : en.address },
  },
  locales: { en: { path: en.path }, ...(de && { de: { path: de.path } }) },
});

const restart = async (config: ReturnType<typeof configOf>): Promise<void> => {
  await app.close();
  app = await startApp({ config, files, folder });
};

/** What addresses answer days after the start, and where they lead. */
const answers = async (addresses: string[]): Promise<string[]> => {
  const now = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 2 * DAY);
  const found: string[] = [];
  for (const address of addresses) {
    const { status, headers } = await app.get(address, { redirect: 'manual' });
    const location = headers.get('location')?.replace(HOST, '');
    found.push([address, status, ...(location ? [location] : [])].join(' '));
  }
  clock.mockRestore();
  return found;
};

const expectAnswers = async (expected: string[]): Promise<void> => {
  expect(await answers(expected.map((line) => line.split(' ')[0]!))).toEqual(expected);
};

beforeAll(async () => {
  const en = { address: '/stories/{slug}/', path: '/english' };
  const de = { address: '/beitraege/{slug}/', path: '/deutsch' };
  app = await startApp({ config: configOf(en, de), files });
  ({ folder } = app);
  await app.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  const documents = app.strapi.documents(STORY as never);
  const { documentId } = await documents.create({
    locale: 'en',
    data: { title: 'One', slug: 'one', whole: 'guide/page/2' } as never,
    status: 'published',
  });
  await documents.update({
    documentId,
    locale: 'de',
    data: { title: 'Eins', slug: 'größe', whole: 'fuehrer/eins' } as never,
    status: 'published',
  });
  await settled(app);
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('two languages that change places lead on without a circle', async () => {
  await restart(
    configOf(
      { address: '/stories/{slug}/', path: '/deutsch' },
      { address: '/artikel/{slug}/', path: '/english' },
    ),
  );
  await expectAnswers([
    '/site/english/ 200',
    '/feeds/english/feeds.opml 200',
    // There is no such page in either.
    '/site/english/page/99/ 404',
    '/site/deutsch/page/99/ 404',
    '/site/english/stories/one/ 301 /site/deutsch/stories/one/',
    '/site/deutsch/beitraege/gr%c3%b6%c3%9fe/ 301 /site/english/artikel/gr%C3%B6%C3%9Fe/',
    '/site/deutsch/beitraege/index.md 301 /site/english/artikel/index.md',
    '/feeds/english/stories/index.xml 301 /feeds/deutsch/stories/index.xml',
    // Where feeds are below the address of pages, too.
    '/site/english/stories/index.xml 301 /feeds/deutsch/stories/index.xml',
  ]);
});

test('an address of a whole path may end as a further page does, and without a home none is led to', async () => {
  await restart(configOf({ address: '/{whole}' }, { address: '/{whole}' }, false));
  await expectAnswers([
    '/site/guide/page/2 200',
    '/site/deutsch/ 404',
    '/site/deutsch/stories/one/ 301 /site/guide/page/2',
    '/site/english/stories/one/index.md 301 /site/guide/page/2/index.md',
    '/feeds/deutsch/feeds.opml 404',
    '/site/deutsch/index.xml 301 /feeds/index.xml',
  ]);
});

test('what a language had at addresses in words of its own is gone with the language', async () => {
  await restart(configOf({ address: '/texts/{slug}/' }));
  await expectAnswers([
    '/site/guide/page/2 301 /site/texts/one/',
    '/site/de/fuehrer/eins 410',
    '/site/deutsch/beitraege/gr%C3%B6%C3%9Fe/ 410',
    '/site/english/artikel/gr%C3%B6%C3%9Fe/ 410',
    '/site/english/artikel/ 410',
    '/feeds/de/index.xml 410',
    '/feeds/english/index.xml 301 /feeds/index.xml',
    '/site/nothing 404',
  ]);
});
