/** @runs-on postgres mysql: SQLite keeps moments as numbers, which no clock on a wall shows. */
import { ARTICLE_UID } from '../../src/lib/constants';
import { NOT_THE_CLOCK } from '../helpers/clock';
import { frontEnd } from '../helpers/content-api';
import { itemTitles } from '../helpers/feed';
import { type Site, startSite } from '../helpers/site';
import { siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

/** From 1:00 to 2:00 twice, where the server is, on the night in which summer time ends. */
const ZONE = 'America/New_York';
const IN_FIRST_HOUR = '2027-11-07T05:30:00.000Z';
const EARLIER_BY_THE_CLOCK = '2027-11-07T06:10:00.000Z';

const MEETING = 'api::meeting.meeting';
const files = siteTypes({
  meeting: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'string' },
      ends: { type: 'datetime' },
    },
  },
});

const { TZ } = process.env;
let site: Site;
let titles: () => Promise<string[]>;

const setClock = (moment: string) => jest.setSystemTime(Date.parse(moment));

/** Titles that the content API gives. */
const titlesOfApi = async (): Promise<string[]> => {
  const actions = [`${ARTICLE_UID}.find`];
  const { rest } = await frontEnd(site.app, actions, ['title']);
  const found = (await rest('/syndication/articles?sort=title')) as { title: string }[];
  return found.map(({ title }) => title);
};

beforeAll(async () => {
  process.env.TZ = ZONE;
  jest.useFakeTimers({ now: Date.parse(IN_FIRST_HOUR), doNotFake: [...NOT_THE_CLOCK] });
  const sources = { [ARTICLE_UID]: {}, [MEETING]: { until: 'ends' } };
  site = await startSite({ timeZone: ZONE, sources } as never, undefined, { files });
  titles = async () => itemTitles(await site.read('/index.xml'));
});

afterAll(async () => {
  jest.useRealTimers();
  await site?.stop();
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

describe('in the hour that summer time ends with, what was published in the hour before', () => {
  it('stays in feeds, and with front ends, as something else is published', async () => {
    await site.published('first', { date: null });
    await settled(site);
    expect(await titles()).toEqual(['first']);
    setClock(EARLIER_BY_THE_CLOCK);
    await site.published('second', { date: '2027-01-01T00:00:00.000Z' });
    await settled(site);
    expect(await titles()).toEqual(['first', 'second']);
    expect(await titlesOfApi()).toEqual(['first', 'second']);
  });
});

it('in that hour, what ended in the hour before has no page, though the clock on the wall is not there yet', async () => {
  setClock(IN_FIRST_HOUR);
  const data = { title: 'Over', slug: 'over', ends: '2027-11-07T05:45:00.000Z' };
  await site.strapi.documents(MEETING).create({ data: data as never, status: 'published' });
  await settled(site);
  expect(await site.status('/meetings/over/')).toEqual([200]);
  setClock(EARLIER_BY_THE_CLOCK);
  expect(await site.status('/meetings/over/')).not.toEqual([200]);
  await settled(site);
  expect(await site.status('/meetings/over/')).not.toEqual([200]);
});

it('in that hour, what readers could see from the hour before on is gone once it is withdrawn', async () => {
  setClock(IN_FIRST_HOUR);
  const article = await site.published('seen', { date: '2027-11-07T05:45:00.000Z' });
  await settled(site);
  setClock(EARLIER_BY_THE_CLOCK);
  expect(await site.status('/posts/seen/')).toEqual([200]);
  await site.unpublish(article);
  await settled(site);
  expect(await site.status('/posts/seen/')).toEqual([410]);
});
