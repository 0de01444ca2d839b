/** @runs-on sqlite: which entries a span has is asked as for the archive, which every database is tested with */
import { parseXml, XmlElement } from '@rgrove/parse-xml';

import { ARTICLE_UID, FILE_UID } from '../../src/lib/constants';
import { NOT_THE_CLOCK, reach } from '../helpers/clock';
import { documentsOf } from '../helpers/example-site';
import { inTime } from '../helpers/due';
import { BASE, type Site, startSite } from '../helpers/site';

const HOUR = 3_600_000;
const DAYS = 48 * HOUR;

const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();

const childrenOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => child instanceof XmlElement);

/** Texts of an element by the names of what is in it. */
const textsOf = (element: XmlElement): Record<string, string> =>
  Object.fromEntries(
    childrenOf(element).flatMap((child) =>
      childrenOf(child).length > 0
        ? Object.entries(textsOf(child))
        : [[child.name, child.text] as const],
    ),
  );

describe('a sitemap for Google News', () => {
  let site: Site;

  const list = async (address = '/sitemap/news.xml'): Promise<Record<string, string>[]> =>
    childrenOf(parseXml(await site.read(address)).root!).map(textsOf);
  const titles = async (): Promise<(string | undefined)[]> =>
    (await list()).map((url) => url['news:title']);

  beforeAll(async () => {
    site = await startSite({ newsSitemap: true, siteName: 'Field & Notes' });
  });
  afterAll(() => site?.stop());

  it('has an address, as the schema wants it, as long as there is no news', async () => {
    await site.published('old', { date: ago(DAYS + HOUR) });
    const urls = await list();
    expect(urls.map(({ loc }) => loc)).toEqual([`${BASE}/`]);
    expect(urls[0]).not.toHaveProperty('news:title');
  });

  it('has what was published in the last two days, the newest first, and nothing that is not due', async () => {
    const date = ago(HOUR);
    await site.published('new', { title: 'New <things> & more', date });
    await site.published('yesterday', { date: ago(30 * HOUR) });
    await site.published('tomorrow', { date: ago(-24 * HOUR) });
    await site.published('apart', { date: ago(HOUR), keepOutOfFeeds: true });
    await site.draft('draft', { date: ago(HOUR) });
    expect(await titles()).toEqual(['New <things> & more', 'yesterday']);
    const [first] = await list();
    expect(first).toMatchObject({
      loc: `${BASE}/posts/new/`,
      'news:name': 'Field & Notes',
      'news:language': 'en',
    });
    // To the second, in the time zone of the site.
    expect(first!['news:publication_date']).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+07:00$/,
    );
    expect(new Date(first!['news:publication_date']!).getTime() / 1_000).toBeCloseTo(
      new Date(date).getTime() / 1_000,
      -1,
    );
  });

  it('follows titles, and what is taken back', async () => {
    const id = await site.published('changing', { title: 'Before', date: ago(2 * HOUR) });
    expect(await titles()).toContain('Before');
    await site.republish(id, { title: 'After' });
    expect(await titles()).toContain('After');
    await documentsOf(site, ARTICLE_UID).unpublish({ documentId: id });
    expect(await titles()).not.toContain('After');
  });

  it('loses by itself what is two days old, and has what is due', async () => {
    const due = await inTime(async (moment) => {
      await site.published(`leaving-${moment.getTime()}`, {
        title: 'Leaving',
        date: new Date(moment.getTime() - DAYS).toISOString(),
      });
      await site.published(`coming-${moment.getTime()}`, {
        title: 'Coming',
        date: moment.toISOString(),
      });
      expect(await titles()).toContain('Leaving');
      expect(await titles()).not.toContain('Coming');
    });
    reach(due);
    expect(await titles()).toContain('Coming');
    expect(await titles()).not.toContain('Leaving');
  });

  describe('hours after it was last asked for', () => {
    const hoursLater = (): unknown => jest.setSystemTime(Date.now() + 4 * HOUR);

    beforeEach(() => jest.useFakeTimers({ doNotFake: [...NOT_THE_CLOCK] }));
    afterEach(() => jest.useRealTimers());

    it('has what is due meanwhile', async () => {
      await site.published('due-meanwhile', { title: 'Meanwhile', date: ago(-3 * HOUR) });
      expect(await titles()).not.toContain('Meanwhile');
      hoursLater();
      expect(await titles()).toContain('Meanwhile');
    });

    it('has what is published then', async () => {
      expect(await titles()).not.toContain('Then');
      hoursLater();
      await site.published('then', { title: 'Then', date: ago(0) });
      expect(await titles()).toContain('Then');
    });
  });

  it('is beside the sitemap, which has the pictures of articles', async () => {
    const { id } = await site.strapi.db.query(FILE_UID).create({
      data: {
        ...{ name: 'a.jpg', hash: 'a', ext: '.jpg', mime: 'image/jpeg', size: 1 },
        ...{ provider: 'local', url: '/uploads/a & b.jpg', width: 800, height: 600 },
      },
    });
    await site.published('pictured', { cover: id as never, date: ago(HOUR) });
    const urls = await list('/sitemap.xml');
    const pictured = urls.find(({ loc }) => loc === `${BASE}/posts/pictured/`)!;
    expect(pictured['image:loc']).toBe('https://www.example.com/uploads/a%20&%20b.jpg');
    expect(urls.find(({ loc }) => loc === `${BASE}/posts/new/`)).not.toHaveProperty('image:loc');
    expect(await site.status('/sitemap/1.xml')).toEqual([404]);
  });
});

it('is not there unless a site asks for it, and in robots.txt where it does', async () => {
  const baseUrl = 'https://www.example.com';
  const site = await startSite({ baseUrl });
  const { folder } = site;
  await site.published('new', { date: ago(HOUR) });
  expect(await site.status('/sitemap/news.xml')).toEqual([404]);
  expect(await site.read('/robots.txt')).not.toContain('news.xml');
  await site.close();
  const asked = await startSite({ baseUrl, newsSitemap: true }, folder);
  try {
    expect(await asked.read('/robots.txt')).toContain(`Sitemap: ${baseUrl}/sitemap/news.xml`);
    expect(await asked.read('/sitemap/news.xml')).toContain(`${baseUrl}/posts/new/`);
  } finally {
    await asked.close();
  }
  // Beside a sitemap that the site has from elsewhere, and beside a front end that draws the pages.
  const beside = await startSite({ baseUrl, newsSitemap: true, sitemap: false }, folder);
  try {
    expect(await beside.status('/sitemap.xml')).toEqual([404]);
    expect(await beside.read('/sitemap/news.xml')).toContain(`${baseUrl}/posts/new/`);
    expect((await beside.read('/robots.txt')).match(/Sitemap: .*/g)).toEqual([
      `Sitemap: ${baseUrl}/sitemap/news.xml`,
    ]);
  } finally {
    await beside.close();
  }
  const behind = await startSite({ baseUrl, newsSitemap: true, htmlPages: false }, folder);
  try {
    expect(await behind.read('/sitemap/news.xml')).toContain(`${baseUrl}/posts/new/`);
    expect(await behind.status('/robots.txt')).toEqual([404]);
  } finally {
    await behind.stop();
  }
});
