/**
 * @runs-on sqlite: What the panel says of languages; which entries each has is asked of every
 * database by locales.test.ts.
 */
import { listIn, SITE_LIST } from '../../src/catalogue/catalogue-table';
import { PERMISSIONS } from '../../src/lib/constants';
import type {
  EntryInFeeds,
  EntryPage,
  ArticlePreview,
  ArticleProblems,
  ChannelPreview,
  FeedDetail,
  FeedHealth,
  FeedPage,
  Schedule,
  SettingsResponse,
  SharedPreview,
} from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { readFeed, text } from '../helpers/feed';
import { htmlProblems } from '../helpers/html';
import {
  type Action,
  dataOf,
  ESSAY,
  type LocalisedSite,
  NOTE,
  REPORT,
  SECTION,
  startLocalisedSite,
  STORY,
} from '../helpers/localised-site';

describe('a site in several locales', () => {
  let site: LocalisedSite;

  beforeAll(async () => {
    site = await startLocalisedSite();
  });
  afterAll(() => site?.stop());

  it('previews a draft as it will be in its locale, and none in a locale that is not published', async () => {
    const admin = await signIn(site.app, 'strapi-super-admin');
    const section = await site.publish(SECTION, { locales: ['en', 'de', 'fr'] });
    const { documentId, name } = await site.publish(STORY, {
      locales: ['en', 'de', 'fr'],
      more: { section: section.documentId },
    });
    await site
      .documents(STORY)
      .update({ documentId, locale: 'de', data: { title: `${name} neu` } });
    const share = (locale: string) => {
      const query = new URLSearchParams({ contentType: STORY, documentId, locale });
      return admin(`/syndication/previews/address?${query.toString()}`);
    };
    const { data } = (await (await share('de')).json()) as { data: SharedPreview };
    const see = async (address: string) => (await site.app.get(new URL(address).pathname)).text();
    const page = await see(data.page!);
    expect(page).toContain('<html lang="de-AT">');
    expect(page).toContain(`${name} neu`);
    expect(page).toContain(`/notes/de/sections/${section.name}-de/`);
    expect(await htmlProblems(page)).toEqual([]);
    const { channel, items } = readFeed(await see(data.feed));
    expect(text(channel, 'title')).toBe('Feldnotizen');
    expect(items.map((item) => [text(item, 'title'), text(item, 'link')])).toEqual([
      [`[Entwurf] ${name} neu`, `https://www.example.com/notes/de/stories/${name}-de/`],
    ]);
    const english = (await (await share('en')).json()) as { data: SharedPreview };
    expect(await see(english.data.page!)).toContain(`${name} en`);
    expect((await share('fr')).status).toBe(404);
    expect(await site.titles('/de/index.xml')).not.toContain(`${name} neu`);
  });

  it('tells in the settings what readers of the main language have, whatever gives it', async () => {
    const admin = await signIn(site.app, 'strapi-super-admin');
    const { data } = (await (await admin('/syndication/settings')).json()) as {
      data: SettingsResponse;
    };
    // Each locale has a language; one of three has a description.
    expect(data.fixed).toEqual(expect.arrayContaining(['siteName', 'language']));
    expect(data.fixed).not.toContain('description');
    expect(data.values).toMatchObject({ siteName: 'Field Notes', language: 'en', description: '' });
    for (const fixed of [{ siteName: 'Other' }, { language: 'fr' }]) {
      const refused = await admin('/syndication/settings', { method: 'PUT', body: fixed });
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining('is fixed in config/plugins.ts'),
      ]);
    }
    const response = await admin('/syndication/settings/preview', {
      method: 'POST',
      body: { description: 'For all others.' },
    });
    const preview = (await response.json()) as { data: ChannelPreview };
    const feed = await readFeed(await (await site.app.get('/notes/index.xml')).text());
    expect(preview.data.site.description).toBe('Notes from the field.');
    expect(text(feed.channel, 'description')).toBe(preview.data.site.description);
  });

  it('shows the feeds of every language in the panel, each with its own articles', async () => {
    const admin = await signIn(site.app, 'strapi-super-admin');
    const ask = async <Data>(path: string): Promise<Data> =>
      (await (await admin(`/syndication/feeds${path}`)).json()) as Data;
    const section = await site.publish(SECTION, { locales: ['en', 'de'] });
    const more = { section: section.documentId };
    const { documentId, name } = await site.publish(STORY, { locales: ['en', 'de'], more });
    await site.publish(STORY, {
      locales: ['de'],
      more: { ...more, day: '2999-01-01T00:00:00.000Z' },
    });
    const { results } = await ask<FeedPage>(`?_q=${section.name}`);
    expect(
      results.map(({ title, language, address, published, newest }) => ({
        ...{ title, language, published },
        address: new URL(address).pathname,
        newest: [newest?.documentId, newest?.title, newest?.locale],
      })),
    ).toEqual([
      {
        title: `S${section.name.slice(1)} De`,
        language: 'de-AT',
        published: 1,
        address: `/notes/de/sections/${section.name}-de/index.xml`,
        newest: [documentId, `${name} de`, 'de'],
      },
      {
        title: `S${section.name.slice(1)} En`,
        language: 'en',
        published: 1,
        address: `/notes/sections/${section.name}-en/index.xml`,
        newest: [documentId, `${name} en`, 'en'],
      },
    ]);
    const [german, english] = results.map(({ id }) => encodeURIComponent(id));
    const { data: detail } = await ask<{ data: FeedDetail }>(`/${german}`);
    expect(detail.address).toBe(results[0]!.address);
    // The panel's links open what they stand at, not its translation.
    const inGerman = { documentId, locale: 'de' };
    expect(detail.items).toMatchObject([{ title: `${name} de`, ...inGerman }]);
    const scheduled = async (id: string): Promise<EntryInFeeds[]> => {
      const response = await admin(`/syndication/entries?status=scheduled&feed=${id}`);
      return ((await response.json()) as EntryPage).results;
    };
    expect(await scheduled(german!)).toMatchObject([
      { date: '2999-01-01T00:00:00.000Z', locale: 'de' },
    ]);
    const data = { title: `${name} <b>de</b>` };
    await site.documents(STORY).update({ ...inGerman, data, status: 'published' });
    const problems = await ask<{ data: ArticleProblems[] }>(`/${german}/problems`);
    expect(problems.data).toMatchObject([inGerman]);
    expect(await scheduled(english!)).toEqual([]);
    const asked = await admin(`/syndication/health?feeds=${german},${english}`);
    const health = (await asked.json()) as { data: object };
    expect(Object.keys(health.data).sort()).toEqual(results.map(({ id }) => id).sort());
    const all = await ask<FeedPage>('?pageSize=100');
    expect(
      all.results
        .slice(0, 3)
        .map(({ address }) => new URL(address).pathname)
        .sort(),
    ).toEqual(['/notes/arabic/index.xml', '/notes/de/index.xml', '/notes/index.xml']);
    expect((await admin('/syndication/feeds/fr%7Csite')).status).toBe(404);
  });

  describe('to a role that is limited to one language', () => {
    const localeReader = (locales: string[]) => {
      const properties = (fields: string[]) => ({ fields, locales });
      const explorer = 'plugin::content-manager.explorer';
      const fields = ['title', 'slug', 'body', 'day', 'legacy', 'section', 'labels'];
      return signIn(site.app, {
        actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
        permissions: [
          { action: `${explorer}.read`, subject: STORY, properties: properties(fields) },
          { action: `${explorer}.update`, subject: STORY, properties: properties(fields) },
          {
            action: `${explorer}.read`,
            subject: SECTION,
            properties: properties(['name', 'slug']),
          },
        ],
      });
    };
    const ask = async <Data>(user: AdminFetch, path: string): Promise<Data> =>
      ((await (await user(`/syndication/${path}`)).json()) as { data: Data }).data;

    it('the panel tells what is written in that language, and leads to it', async () => {
      const section = await site.publish(SECTION, { locales: ['en', 'de'] });
      const more = { section: section.documentId };
      const { documentId } = await site.publish(STORY, { locales: ['en', 'de'], more });
      const day = '2999-01-01T00:00:00.000Z';
      const waiting = await site.publish(STORY, { locales: ['en', 'de'], more: { ...more, day } });
      const german = await localeReader(['de']);
      const told = async (mark: string) => {
        const id = encodeURIComponent(listIn(mark, section.documentId));
        const { items } = await ask<FeedDetail>(german, `feeds/${id}`);
        const response = await german(`/syndication/entries?status=scheduled&feed=${id}`);
        const { results } = (await response.json()) as EntryPage;
        return [
          items.map((item) => [item.documentId, item.mayEdit]),
          results.map((entry) => [entry.documentId, entry.mayEdit]),
        ];
      };
      expect(await told('de')).toEqual([[[documentId, true]], [[waiting.documentId, true]]]);
      expect(await told('')).toEqual([[[documentId, false]], []]);
      await site.documents(STORY).delete({ documentId: waiting.documentId, locale: '*' });
    });

    it('a topic that nothing is published under is named in that language alone', async () => {
      const { documentId } = await site.publish(SECTION, { locales: ['en', 'de'] });
      const german = await localeReader(['de']);
      const statusOf = async (mark: string) =>
        (await german(`/syndication/feeds/${encodeURIComponent(listIn(mark, documentId))}`)).status;
      expect(await statusOf('de')).toBe(200);
      expect(await statusOf('')).toBe(404);
    });

    it('the preview has what the entry leads to in that language, and nothing of others', async () => {
      const section = await site.publish(SECTION, { locales: ['en', 'de'] });
      const german = await localeReader(['de']);
      const preview = async (locale: string, as = german) => {
        const chosen = { documentId: section.documentId, locale };
        const values = {
          title: 'Neu',
          slug: 'neu',
          section: { connect: [chosen], disconnect: [] },
        };
        const body = { contentType: STORY, locale: 'de', values };
        return (await as('/syndication/previews', { method: 'POST', body })).text();
      };
      expect(await preview('de')).toContain(`/de/sections/${section.name}-de/`);
      const foreign = await preview('en');
      expect(foreign).not.toContain(section.name);
      expect(foreign).not.toContain('relation-unpublished');
      // What is saved leads there without the form saying so.
      const more = { section: section.documentId };
      const { documentId, name } = await site.publish(STORY, { locales: ['en', 'de'], more });
      const values = { title: `${name} neu`, slug: `${name}-de`, section: {} };
      const body = { contentType: STORY, documentId, locale: 'de', values };
      const response = await german('/syndication/previews', { method: 'POST', body });
      const { data } = (await response.json()) as { data: ArticlePreview };
      expect(data.feeds.map(({ id, now, next }) => [id, now, next])).toContainEqual([
        listIn('de', section.documentId),
        true,
        true,
      ]);
      expect(data.effects).toEqual([{ code: 'change' }]);
    });
  });

  it('leads from the feed of a language to the form of that language', async () => {
    const admin = await signIn(site.app, 'strapi-super-admin');
    const section = await site.publish(SECTION, { locales: ['en', 'de'] });
    const entriesOf = async (id: string) => {
      const response = await admin(`/syndication/feeds/${encodeURIComponent(id)}`);
      return ((await response.json()) as { data: FeedDetail }).data.entries;
    };
    const topic = section.documentId;
    const german = { contentType: STORY, locale: 'de' };
    expect(await entriesOf(listIn('de', topic))).toEqual({ ...german, topic });
    expect(await entriesOf(listIn('de', SITE_LIST))).toEqual({ ...german, topic: null });
    expect(await entriesOf(topic)).toEqual({ contentType: STORY, locale: 'en', topic });
    expect(await entriesOf(NOTE)).toEqual({ contentType: NOTE, locale: null, topic: null });
    const { start } = (await (await admin('/syndication/feeds')).json()) as FeedPage;
    expect(start.topic).toMatchObject({ contentType: SECTION, locale: 'en' });
    expect(start.source).toMatchObject({ contentType: STORY, locale: 'en' });
  });

  it('says of a language that is not published what is published in that one', async () => {
    const admin = await signIn(site.app, 'strapi-super-admin');
    const { documentId, name } = await site.publish(STORY, { locales: ['en'] });
    const values = dataOf(STORY, name, 'fr');
    const reasons = async () => {
      const body = { contentType: STORY, documentId, locale: 'fr', values };
      const response = await admin('/syndication/previews', { method: 'POST', body });
      const { data } = (await response.json()) as { data: ArticlePreview };
      return data.reasons.map(({ code }) => code);
    };
    await site.documents(STORY).update({ documentId, locale: 'fr', data: values });
    expect(await reasons()).toEqual(['not-in-language', 'draft', 'no-tags']);
    await site.documents(STORY).publish({ documentId, locale: 'fr' });
    expect(await reasons()).toEqual(['not-in-language', 'no-tags']);
  });

  it('finds no problem in a language that is not published, so that Publish asks nothing', async () => {
    const admin = await signIn(site.app, 'strapi-super-admin');
    const { documentId } = await site.publish(STORY, { locales: ['en'] });
    const problemsIn = async (locale: string) => {
      const values = { title: 'A title alone', slug: 'a-title-alone' };
      const body = { contentType: STORY, documentId, locale, values };
      const response = await admin('/syndication/previews', { method: 'POST', body });
      const { data } = (await response.json()) as { data: ArticlePreview };
      return data.problems?.map(({ code }) => code);
    };
    expect(await problemsIn('de')).toContain('summary-empty');
    expect(await problemsIn('fr')).toEqual([]);
  });

  it('misses no title in the form of a language in which nothing was written yet', async () => {
    const admin = await signIn(site.app, 'strapi-super-admin');
    const { documentId } = await site.publish(STORY, { locales: ['en'] });
    const body = { contentType: STORY, documentId, locale: 'de', values: {} };
    const response = await admin('/syndication/previews', { method: 'POST', body });
    const { data } = (await response.json()) as { data: ArticlePreview };
    expect(data.problems).toEqual([]);
  });

  it('says in each language what is scheduled in that one, and nothing where it is not published', async () => {
    const { documentId, name } = await site.publish(STORY, { locales: ['en'] });
    const day = '2999-01-01T00:00:00.000Z';
    for (const locale of ['de', 'fr']) {
      const data = { ...dataOf(STORY, name, locale), day };
      await site.documents(STORY).update({ documentId, locale, data, status: 'published' });
    }
    const scheduled = async (user: AdminFetch, locale: string) => {
      const query = new URLSearchParams({ type: STORY, articles: documentId, locale });
      const response = await user(`/syndication/schedule?${query.toString()}`);
      return ((await response.json()) as { data: Schedule }).data.scheduled;
    };
    const admin = await signIn(site.app, 'strapi-super-admin');
    expect(await scheduled(admin, 'de')).toEqual({ [documentId]: day });
    expect(await scheduled(admin, 'en')).toEqual({});
    // Strapi's default language.
    expect(await scheduled(admin, '')).toEqual({});
    expect(await scheduled(admin, 'fr')).toEqual({});
    const readerOf = (locale: string) => {
      const fields = ['title', 'slug', 'body', 'day', 'legacy', 'section', 'labels'];
      const properties = { fields, locales: [locale] };
      const action = 'plugin::content-manager.explorer.read';
      return signIn(site.app, { permissions: [{ action, subject: STORY, properties }] });
    };
    expect(await scheduled(await readerOf('de'), 'de')).toEqual({ [documentId]: day });
    expect(await scheduled(await readerOf('en'), 'de')).toEqual({});
    await site.documents(STORY).delete({ documentId, locale: '*' });
  });

  it('does not start with a locale that Strapi does not have, and says which was meant', async () => {
    await site.app.close();
    const start = site.startWith({ en: {}, dee: { language: 'de' } });
    await expect(start).rejects.toThrow(/no locale "dee"\. Allowed: .*Did you mean "de"\?/);
    await site.startAgain();
  });

  it('says at a start which languages share their feeds without the option, and how to name them', async () => {
    await site.app.close();
    const shared = await site.startWith();
    expect(site.readLog()).toContain(
      `${STORY}, ${REPORT}, ${ESSAY}: all languages are in the same feeds, since the option "locales" does not name them: locales: { en: {}, ar: {}, de: {}, fr: {} }.`,
    );
    const admin = await signIn(shared, 'strapi-super-admin');
    const section = await shared.strapi
      .documents(SECTION as never)
      .create({ data: { name: 'Both', slug: 'both' } } as never);
    const body = 'Words enough for a summary. '.repeat(4);
    const data = { ...dataOf(STORY, 'both', 'en'), body, section: section.documentId };
    const story = shared.strapi.documents(STORY as never) as unknown as Record<string, Action>;
    const { documentId } = await story.create!({ data, status: 'published' });
    const german = { ...data, title: 'both <b>de</b>', slug: 'both-de', section: undefined };
    await story.update!({ documentId, locale: 'de', data: german, status: 'published' });
    // One of the two translations has a problem, which is not counted twice.
    const healthOf = async (id: string) => {
      const response = await admin(`/syndication/health?feeds=${encodeURIComponent(id)}`);
      return ((await response.json()) as { data: Record<string, FeedHealth> }).data[id]!;
    };
    const problems = await admin(`/syndication/feeds/${encodeURIComponent(STORY)}/problems`);
    const found = ((await problems.json()) as { data: ArticleProblems[] }).data;
    const count = (severity: string, less?: string) =>
      found.filter(
        ({ problems: all }) =>
          all.some((problem) => problem.severity === severity) &&
          !all.some((problem) => problem.severity === less),
      ).length;
    expect(await healthOf(STORY)).toEqual({
      error: count('error'),
      warning: count('warning', 'error'),
    });
    await shared.close();
    await site.startAgain();
  });
});
