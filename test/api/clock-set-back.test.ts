/** @runs-on sqlite: Dates go on from the last on every database alike. */
import { type App, startApp } from '../helpers/app';
import { NOT_THE_CLOCK } from '../helpers/clock';
import { createEditor } from '../helpers/content';
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
