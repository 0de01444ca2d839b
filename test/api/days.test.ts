/** @runs-on sqlite postgres mysql: each database, and its driver, has days and moments of its own. */
import type { Schedule } from '../../src/panel/admin-api';
import { signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { NOT_THE_CLOCK } from '../helpers/clock';
import { siteTypes } from '../helpers/site-types';

const VISIT = 'api::visit.visit';

const config = {
  baseUrl: 'https://www.example.com',
  siteName: 'Notes',
  sources: { [VISIT]: { date: 'day' } },
};

const files = siteTypes({
  visit: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      day: { type: 'date' },
    },
  },
});

let app: App;

const publish = async (day: string): Promise<string> => {
  const visits = app.strapi.documents(VISIT as never);
  const data = { title: day, slug: day, day } as never;
  return (await visits.create({ data, status: 'published' })).documentId;
};

beforeAll(async () => {
  app = await startApp({ config, files });
});

afterAll(() => app?.stop());

test('an entry waits for its day in the panel, though it is that day already where the server is', async () => {
  const documentId = await publish('2999-01-05');
  const { TZ } = process.env;
  process.env.TZ = 'Pacific/Auckland';
  jest.useFakeTimers({ now: Date.parse('2999-01-04T20:00:00Z'), doNotFake: [...NOT_THE_CLOCK] });
  try {
    const admin = await signIn(app, 'strapi-super-admin');
    const response = await admin(`/syndication/schedule?type=${VISIT}&articles=${documentId}`);
    const { data } = (await response.json()) as { data: Schedule };
    expect(data.scheduled).toEqual({ [documentId]: '2999-01-05T00:00:00.000Z' });
  } finally {
    jest.useRealTimers();
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});
