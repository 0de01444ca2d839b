/** @runs-on sqlite: Dates go on from the last on every database alike. */
import { ARTICLE_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { NOT_THE_CLOCK } from '../helpers/clock';
import { createEditor } from '../helpers/content';
import { documentsOf } from '../helpers/example-site';
import { type Site, startSite } from '../helpers/site';
import { siteTypes } from '../helpers/site-types';
import { isCached, settled } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };
const FEED = '/tags/api/index.xml';
const STARTED = Date.parse('2026-03-02T10:00:00Z');

/** Stops the clock some seconds after the start. */
const setClock = (seconds: number) => jest.setSystemTime(STARTED + 1_000 * seconds);

describe('where the clock is set back, a response that changed', () => {
  let app: App & { folder: string };
  let stop: () => Promise<void>;
  let article: string;

  /** The date of the feed as readers have it, and what they are answered with then. */
  const dateNow = async (): Promise<string> =>
    (await app.get(FEED)).headers.get('last-modified') ?? '';
  const statusSince = async (date: string): Promise<number> =>
    (await app.get(FEED, { headers: { 'If-Modified-Since': date } })).status;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: [...NOT_THE_CLOCK] });
    setClock(0);
    app = await startApp({ config, database: 'sqlite' });
    ({ stop } = app);
    const editor = createEditor(app);
    const tags = [await editor.tag({ slug: 'api' })];
    article = await editor.published({ title: 'Before', tags });
    await settled(app);
    setClock(60);
  });
  afterEach(async () => {
    jest.useRealTimers();
    await stop();
  });

  it('is dated later than what readers have', async () => {
    const date = await dateNow();
    expect(await statusSince(date)).toBe(304);
    for (const seconds of [0, -5, -3_600]) {
      setClock(seconds);
      await createEditor(app).republish(article, { title: `After ${seconds}` });
      expect(await statusSince(date)).toBe(200);
    }
    // As soon as the clock is there again.
    setClock(70);
    await settled(app);
    const later = await dateNow();
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(date));
    expect(await statusSince(later)).toBe(304);
  });

  it('is cached, and dated by the present moment until the clock is there again', async () => {
    await dateNow();
    setClock(-3_600);
    await createEditor(app).republish(article, { title: 'After' });
    expect(Date.parse(await dateNow())).toBe(STARTED - 3_600_000);
    setClock(-3_590);
    expect(isCached(app, FEED)).toBe(true);
    const date = await dateNow();
    expect(Date.parse(date)).toBe(STARTED - 3_590_000);
    expect(await statusSince(date)).toBe(200);
  });

  it('is dated later too where Strapi was started anew', async () => {
    const date = await dateNow();
    await app.close();
    // Further than moments run ahead when many changes come at once.
    setClock(-30);
    app = await startApp({ config, database: 'sqlite', folder: app.folder });
    await createEditor(app).republish(article, { title: 'After' });
    expect(await statusSince(date)).toBe(200);
    await app.close();
  });
});

describe('what was published while the clock was a year ahead', () => {
  const NOTE = 'api::note.note';
  const MEMO = 'api::memo.memo';
  const DAY = 86_400;
  let site: Site;

  beforeAll(async () => {
    jest.useFakeTimers({ doNotFake: [...NOT_THE_CLOCK] });
    setClock(365 * DAY);
    const note = {
      draftAndPublish: true,
      attributes: { title: { type: 'string' }, slug: { type: 'string' } },
    };
    const sources = { [ARTICLE_UID]: {}, [NOTE]: {}, [MEMO]: {} };
    site = await startSite({ sources } as never, undefined, {
      files: siteTypes({ note, memo: { attributes: note.attributes } }),
    });
  });
  afterAll(async () => {
    jest.useRealTimers();
    await site?.stop();
  });

  it('is there once an editor publishes it again, though no field has its date', async () => {
    const notes = documentsOf(site, NOTE);
    setClock(365 * DAY);
    const data = { title: 'Ahead', slug: 'ahead' };
    const { documentId } = await notes.create({ data, status: 'published' });
    await settled(site);
    setClock(0);
    await notes.publish({ documentId });
    expect(await site.status('/notes/ahead/')).toEqual([200]);
    expect(await site.read('/notes/feed.json')).toContain('2026-03-02T17:00:00+07:00');
    setClock(DAY);
    await notes.publish({ documentId });
    expect(await site.read('/notes/feed.json')).toContain('2026-03-02T17:00:00+07:00');
    await notes.unpublish({ documentId });
    expect(await site.status('/notes/ahead/')).toEqual([410]);
  });

  it('is there once it is saved again, in a type without drafts', async () => {
    const memos = documentsOf(site, MEMO);
    setClock(365 * DAY);
    const { documentId } = await memos.create({ data: { title: 'Memo', slug: 'memo' } });
    await settled(site);
    setClock(0);
    expect(await site.status('/memos/memo/')).toEqual([404]);
    await memos.update({ documentId, data: { title: 'Memo again' } });
    expect(await site.status('/memos/memo/')).toEqual([200]);
  });

  it('is there once an editor clears its date and publishes it again', async () => {
    setClock(365 * DAY);
    const article = await site.published('cleared', { date: null });
    await settled(site);
    setClock(0);
    expect(await site.status('/posts/cleared/')).toEqual([404]);
    await site.republish(article, { date: null });
    expect(await site.status('/posts/cleared/')).toEqual([200]);
  });
});
