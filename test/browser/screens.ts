import type { Page, Route } from 'playwright-core';

import { documentation } from '../../src/lib/messages';
import type { DeliveryPage } from '../../src/panel/admin-api';
import type { AdminApi } from './admin-api';
import { unfold } from './side-panel';
import { labelled, type Words } from './words';

const COLLECTIONS = '/admin/content-manager/collection-types/plugin::syndication';
const API = '/content-manager/collection-types/plugin::syndication';

/** Entries for the screens, in addition to the sample articles. */
export interface Samples {
  /** Document ids. */
  published: string;
  scheduled: string;
  draft: string;
  emptyTag: string;
}

/** Words without an end and letters without spaces, which a narrow screen has to break. */
const LONG_TITLE =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ภาษาไทยไม่มีช่องว่างระหว่างคำในประโยค';
const TEXT = 'This opening sentence has quite enough words in it to be a decent summary.';

const save = async (api: AdminApi, path: string, values: object): Promise<string> => {
  const { status, data } = await api<{ data: { documentId: string } }>(`${API}.${path}`, values);
  if (status >= 300) throw new Error(`${path}: ${JSON.stringify(data)}`);
  return data.data.documentId;
};

/** Creates entries for the screens: problems of each kind, long words, scheduled entries, an empty feed. */
export const writeSamples = async (api: AdminApi): Promise<Samples> => {
  const tag = await save(api, 'tag', { name: LONG_TITLE, slug: 'long-words' });
  const inTag = {
    keepOutOfFeeds: false,
    tags: { connect: [{ documentId: tag }], disconnect: [] },
  };
  await save(api, 'article/actions/publish', {
    ...inTag,
    title: 'An article that is broken',
    body: `${TEXT}\n\n![Chart](file:///chart.png) ![](/uploads/chart.png)`,
  });
  const improvable = await save(api, 'tag', { name: 'To improve', slug: 'to-improve' });
  await save(api, 'article/actions/publish', {
    title: 'An article that could be better',
    body: `${TEXT}\n\n![](/uploads/chart.png)`,
    keepOutOfFeeds: false,
    tags: { connect: [{ documentId: improvable }], disconnect: [] },
  });
  return {
    scheduled: await save(api, 'article/actions/publish', {
      ...inTag,
      title: 'How I celebrate',
      body: TEXT,
      date: '2097-12-25T02:00:00.000Z',
    }),
    draft: await save(api, 'article', { ...inTag, title: 'How I draft', body: TEXT }),
    // Published last, so that the sources of feeds show it.
    published: await save(api, 'article/actions/publish', {
      ...inTag,
      title: LONG_TITLE,
      slug: 'long-words',
      body: TEXT,
    }),
    emptyTag: await save(api, 'tag', { name: 'Nothing yet', slug: 'nothing-yet' }),
  };
};

/** A screen of the panel. */
export interface Screen {
  name: string;
  path: (samples: Samples) => string;
  /** Brings the page into its state and waits until it is complete. */
  ready: (page: Page, words: Words) => Promise<unknown>;
  /** Selectors of the plugin's parts of the page. */
  parts: string[];
  /** Whether the screen ends with unsaved changes, which are discarded before the next one. */
  isUnsaved?: true;
  /** Whether the panel is loaded again, as it requests something only once that `responses` replaces. */
  isAnew?: true;
  /** Whether Strapi closes the screen when the width changes its layout. */
  isOfOneWidth?: true;
  /** Replaces a response of the server, by address. */
  responses?: [address: RegExp, respond: (route: Route) => Promise<unknown>];
}

const FEEDS = '/admin/plugins/syndication';
const SETTINGS = '/admin/settings/syndication';
const FEED_LIST = /\/syndication\/feeds(\?.*)?$/;
const PREVIEWS = /\/syndication\/previews$/;
const SIGNED_OUT = '[data-testid=syndication-signed-out]';
const PANEL = '[data-testid=syndication-panel]';
const FIELDS = ['[data-testid=syndication-slug]', '[data-testid=syndication-date]'];
const DIALOG = '[role=dialog], [role=alertdialog]';

const refuses = (route: Route) =>
  route.fulfill({ status: 401, json: { error: { status: 401, message: 'Ended' } } });
const fails = (route: Route) => route.fulfill({ status: 500, json: {} });

const settled = (page: Page) => page.locator(`${PANEL}[aria-busy=false]`).waitFor();

const openMenu = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

const saveSettings = (page: Page, { say }: Words) =>
  page.getByRole('button', { name: say('settings.save'), exact: true }).click();

/** Deliveries to consumers of each kind, in each state. */
const DELIVERIES: DeliveryPage = {
  results: (
    [
      ['pending', 0, false, null],
      ['pending', 2, true, '503 Service Unavailable, come back when the machine is up again'],
      ['told', 1, false, '204'],
      ['failed', 7, true, `no answer within 10 s ${'x'.repeat(80)}`],
    ] as const
  ).map(([state, tries, isFailing, answer], place) => ({
    id: place + 1,
    consumer: [
      {
        key: 'front',
        name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
        kind: 'webhook' as const,
      },
      { key: 'hub', name: 'hub.example.com', kind: 'hub' as const },
      { key: 'cdn', name: 'Fastly', kind: 'cdn' as const },
      { key: 'former', name: 'webhook-0123456789ab', kind: null },
    ][place]!,
    subject: [
      {
        kind: 'entry' as const,
        contentType: 'plugin::syndication.article',
        typeName: 'Article',
        documentId: 'a',
        locale: null,
        language: null,
        title: LONG_TITLE,
        mayEdit: true,
      },
      { kind: 'feeds' as const, feed: { id: 'site', title: 'Field Notes' } },
      { kind: 'scopes' as const },
      { kind: 'site' as const },
    ][place]!,
    state,
    tries,
    isFailing,
    created: '2026-11-26T06:04:00.000Z',
    due: state === 'pending' ? '2096-11-26T06:04:00.000Z' : null,
    ended: state === 'pending' ? null : '2026-11-26T06:04:02.000Z',
    answer,
  })),
  pagination: { page: 1, pageSize: 20, pageCount: 2, total: 40 },
  consumers: [
    { key: 'front', name: 'Front end', kind: 'webhook' },
    { key: 'hub', name: 'hub.example.com', kind: 'hub' },
  ],
  timeZone: 'Asia/Jakarta',
};

/** All screens of the plugin. */
export const SCREENS: Screen[] = [
  {
    name: 'Feeds page',
    path: () => `${FEEDS}?view=feeds`,
    ready: async (page, { say }) => {
      await page.getByText(say('health.good')).first().waitFor();
      await page
        .getByText(say('health.errors', { count: 1 }))
        .first()
        .waitFor();
      await page
        .getByText(say('health.warnings', { count: 1 }))
        .first()
        .waitFor();
    },
    parts: ['main'],
  },
  {
    name: 'Feeds page without a match',
    path: () => `${FEEDS}?view=feeds&_q=nothing-is-called-so`,
    ready: (page, { say }) => page.getByText(say('feeds.noMatch')).waitFor(),
    parts: ['main'],
  },
  {
    name: 'Feeds page of a new site',
    path: () => FEEDS,
    ready: (page, { say }) => page.getByText(say('start.title', { count: 3 })).waitFor(),
    parts: ['main'],
    responses: [
      FEED_LIST,
      async (route) => {
        // Retried, as the server may close a kept-alive connection.
        const response = await route.fetch({ maxRetries: 3 });
        const exists = { tags: false, articles: false, published: false };
        await route.fulfill({
          response,
          json: { ...((await response.json()) as object), exists },
        });
      },
    ],
  },
  {
    name: 'Feeds page that cannot be loaded',
    path: () => `${FEEDS}?view=feeds&_q=fails`,
    ready: (page, { say }) => page.getByText(say('error.title')).waitFor(),
    parts: ['main'],
    responses: [FEED_LIST, fails],
  },
  {
    name: 'reader',
    path: () => `${FEEDS}/site`,
    ready: (page, { say }) => page.getByText(say('feed.edit')).first().waitFor(),
    parts: ['main'],
  },
  {
    name: 'source of a feed',
    path: () => `${FEEDS}/site?tab=xml`,
    ready: (page) => page.getByText('standalone').waitFor(),
    parts: ['main'],
  },
  {
    name: 'problems of a feed',
    path: () => `${FEEDS}/site?tab=problems`,
    ready: (page, { say }) =>
      page
        .getByText(say('problem.image-address.title', { address: 'file:///chart.png' }))
        .waitFor(),
    parts: ['main'],
  },
  {
    name: 'what needs attention, and the calendar',
    // A month with short titles: the grid cuts long ones after three lines.
    path: () => `${FEEDS}?month=2097-12`,
    ready: async (page, { say }) => {
      await page.getByText(say('calendar.next')).first().waitFor();
      await page
        .getByText(say('problem.image-address.title', { address: 'file:///chart.png' }))
        .first()
        .waitFor();
    },
    parts: ['main'],
  },
  {
    name: 'deliveries',
    path: () => `${FEEDS}?view=deliveries`,
    ready: (page, { say }) => page.getByText(say('deliveries.state.failing')).waitFor(),
    parts: ['main'],
    responses: [/\/syndication\/deliveries/, (route) => route.fulfill({ json: DELIVERIES })],
  },
  {
    name: 'deliveries of a site that tells nobody',
    // A query that was not used before, so that it is requested again.
    path: () => `${FEEDS}?view=deliveries&pageSize=50`,
    ready: (page, { say }) =>
      page.getByText(say('deliveries.off', { page: documentation('push') })).waitFor(),
    parts: ['main'],
  },
  {
    name: 'who is not told',
    path: () => `${FEEDS}?locale=none`,
    ready: (page) => page.getByTestId('syndication-untold').waitFor(),
    parts: ['main'],
    responses: [
      /\/syndication\/attention/,
      async (route) => {
        const response = await route.fetch({ maxRetries: 3 });
        const { consumer } = DELIVERIES.results[1]!;
        const since = '2026-11-26T06:04:00.000Z';
        const untold = [{ ...consumer, since, timeZone: 'Asia/Jakarta' }];
        await route.fulfill({
          response,
          json: { ...((await response.json()) as object), untold },
        });
      },
    ],
  },
  {
    name: 'entries',
    path: () => `${FEEDS}?view=entries`,
    ready: (page, { say }) => page.getByText(say('feed.edit')).first().waitFor(),
    parts: ['main'],
  },
  {
    name: 'empty feed',
    path: ({ emptyTag }) => `${FEEDS}/${emptyTag}`,
    ready: (page, { say }) => page.getByText(say('feed.empty')).waitFor(),
    parts: ['main'],
  },
  {
    name: 'feed that is gone',
    path: () => `${FEEDS}/gone`,
    ready: (page, { say }) => page.getByText(say('feed.notFound')).waitFor(),
    parts: ['main'],
  },
  {
    name: 'sources',
    path: () => `${SETTINGS}-sources`,
    ready: (page, { say }) => page.getByText(say('sources.column.role')).first().waitFor(),
    parts: ['main'],
  },
  {
    name: 'settings with what is refused',
    isUnsaved: true,
    path: () => SETTINGS,
    ready: async (page, words) => {
      await page.getByLabel(words.say('settings.itemsPerFeed.label')).fill('-1');
      await saveSettings(page, words);
      await page.getByText(words.say('settings.itemsPerFeed.invalid')).waitFor();
    },
    parts: ['main form'],
  },
  {
    name: 'settings about to be left',
    isUnsaved: true,
    path: () => SETTINGS,
    ready: async (page, { say }) => {
      await page.getByLabel(say('settings.itemsPerFeed.label')).fill('3');
      await page
        .getByRole('link', { name: say('appearance.title') })
        .first()
        .click();
      await page.getByText(say('leave.explained')).waitFor();
    },
    parts: [DIALOG],
  },
  {
    name: 'ids about to be started over',
    path: () => `${SETTINGS}?ids`,
    ready: async (page, { say }) => {
      await page.getByRole('button', { name: say('settings.ids.action') }).click();
      await page.getByText(say('settings.ids.consequence')).waitFor();
    },
    parts: [DIALOG],
  },
  {
    name: 'appearance with a poor colour and a link that leads nowhere',
    isUnsaved: true,
    path: () => `${SETTINGS}-appearance`,
    ready: async (page, { say }) => {
      await page.frameLocator('iframe').getByRole('heading').first().waitFor();
      await page.getByLabel(say('appearance.accent.label'), { exact: true }).fill('#ffcc00');
      await page.getByTestId('contrast').getByRole('button').waitFor();
      await page
        .getByTestId('syndication-footerLinks')
        .getByText(say('appearance.links.add'))
        .click();
      await page.getByLabel(say('appearance.links.address', { number: 1 })).fill('javascript:');
      await page.getByText(say('appearance.invalid.links')).waitFor();
    },
    parts: ['main form'],
  },
  {
    name: 'form of a new article',
    isUnsaved: true,
    path: () => `${COLLECTIONS}.article/create`,
    ready: async (page, { say }) => {
      await page
        .getByTestId('syndication-date')
        .getByText(/Asia\/Jakarta/)
        .waitFor();
      await unfold(page);
      await page.getByLabel(labelled(say('content-types.article.title'))).fill('<b>Title</b>');
      await settled(page);
      await unfold(page);
      await page.getByText(say('problem.title-html.title', { markup: '<b>' })).waitFor();
    },
    parts: [PANEL, ...FIELDS],
  },
  {
    name: 'form of a draft',
    path: ({ draft }) => `${COLLECTIONS}.article/${draft}`,
    ready: async (page, { say }) => {
      await page.getByText(say('panel.draft'), { exact: true }).waitFor();
      await settled(page);
    },
    parts: [PANEL, ...FIELDS],
  },
  {
    name: 'form of a draft that somebody else has saved',
    path: ({ draft }) => `${COLLECTIONS}.article/${draft}`,
    ready: async (page, { say }) => {
      await page.getByText(say('panel.laterSave.explained')).waitFor();
      await settled(page);
    },
    parts: [PANEL],
    responses: [
      /\/syndication\/later-saves\//,
      (route) => {
        const by = 'Maximiliane Donaudampfschifffahrtsgesellschaftskapitän';
        const data = { at: '2026-11-20T06:04:00.000Z', by, isOwn: false };
        return route.fulfill({ json: { data } });
      },
    ],
  },
  {
    name: 'form of a draft after the session has ended',
    path: ({ draft }) => `${COLLECTIONS}.article/${draft}`,
    ready: (page, { say }) => page.getByText(say('signedOut.unsaved')).waitFor(),
    parts: [SIGNED_OUT],
    responses: [PREVIEWS, refuses],
  },
  {
    name: 'Feeds page after the session has ended',
    path: () => `${FEEDS}?view=feeds&_q=ended`,
    ready: (page, { say }) => page.getByText(say('signedOut.explained')).waitFor(),
    parts: ['main'],
    responses: [FEED_LIST, refuses],
  },
  {
    name: 'form of a scheduled article',
    path: ({ scheduled }) => `${COLLECTIONS}.article/${scheduled}`,
    ready: async (page, { date, say }) => {
      const until = date('2097-12-25T02:00:00.000Z');
      await page.getByText(say('scheduled.badge', { date: until })).waitFor();
      await settled(page);
    },
    parts: [PANEL, ...FIELDS],
  },
  {
    name: 'form of a published article that moves',
    isUnsaved: true,
    path: ({ published }) => `${COLLECTIONS}.article/${published}`,
    ready: async (page, { say }) => {
      await unfold(page);
      await page.getByTestId('syndication-last-told').waitFor();
      await page
        .getByLabel(labelled(say('content-types.article.slug')))
        .fill('donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft');
      await page.locator('[data-effect=moves]').waitFor();
      await settled(page);
    },
    parts: [PANEL, ...FIELDS],
  },
  {
    name: 'question whether subscribers are told',
    isAnew: true,
    isUnsaved: true,
    isOfOneWidth: true,
    path: ({ published }) => `${COLLECTIONS}.article/${published}`,
    ready: async (page, { say, strapi }) => {
      await settled(page);
      await page.getByLabel(labelled(say('content-types.article.summary'))).fill('Corrected.');
      await page.getByRole('button', { name: strapi('app.utils.publish'), exact: true }).click();
      await page.getByText(say('republishing.quietly.explained')).waitFor();
    },
    parts: [DIALOG],
    responses: [
      /\/syndication\/schedule\?/,
      async (route) => {
        const response = await route.fetch({ maxRetries: 3 });
        const { data } = (await response.json()) as { data: object };
        await route.fulfill({ response, json: { data: { ...data, republishing: 'ask' } } });
      },
    ],
  },
  {
    name: 'list of articles',
    path: () => `${COLLECTIONS}.article?_q=celebrate`,
    ready: (page) => page.getByTestId('syndication-scheduled').waitFor(),
    parts: ['[data-testid=syndication-scheduled]'],
  },
  {
    name: 'merge of a tag',
    path: ({ emptyTag }) => `${COLLECTIONS}.tag/${emptyTag}`,
    ready: async (page, { say, strapi }) => {
      await page.getByRole('heading', { name: 'Nothing yet', level: 1 }).waitFor();
      await openMenu(page, strapi('content-manager.containers.edit.header.more-actions'));
      await page.getByRole('menuitem', { name: say('merge.action') }).click();
      await page.getByLabel(labelled(say('merge.into'))).waitFor();
    },
    parts: [DIALOG],
  },
  {
    name: 'home page',
    path: () => '/admin',
    ready: async (page, { say }) => {
      const widget = page
        .locator('section')
        .filter({ hasText: say('widget.newest') })
        .first();
      await widget.locator('a[href$="/plugins/syndication"]').first().waitFor();
    },
    parts: ['section:has(> h3)'],
  },
];
