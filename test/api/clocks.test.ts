/** @runs-on postgres mysql: the clock of SQLite is that of the node. */
import { createDatabaseClock, warnOfClock } from '../../src/lib/database';
import { type App, startApp } from '../helpers/app';

let app: App;

beforeAll(async () => {
  app = await startApp({ config: { baseUrl: 'https://www.example.com' } });
});
afterAll(() => app.stop());
afterEach(() => jest.restoreAllMocks());

/** What a start says on a machine whose clock is so many seconds ahead of the database's. */
const saidAt = async (ahead: number): Promise<string[]> => {
  const { now } = Date;
  const said = jest.spyOn(app.strapi.log, 'warn').mockReturnValue(app.strapi.log);
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead * 1_000);
  try {
    await warnOfClock(app.strapi);
  } finally {
    clock.mockRestore();
  }
  return said.mock.calls.map(([message]) => String(message));
};

it.each([
  [600, 'ahead of'],
  [-600, 'behind'],
])('a start says that the clock is %s seconds %s that of the database', async (ahead, where) => {
  const [message = '', ...others] = await saidAt(ahead);
  expect(others).toEqual([]);
  const [, seconds, side] = /is (\d+) seconds (ahead of|behind) that of the database/.exec(
    message,
  )!;
  expect(side).toBe(where);
  // The database may be asked a while before it answers.
  expect(Math.abs(Number(seconds) - 600)).toBeLessThan(30);
});

it('a start says nothing where the clocks agree', async () => {
  expect(await saidAt(0)).toEqual([]);
});

it.each([60, -60])(
  'what others are to be told goes by the clock of the database, where a machine’s is %s seconds ahead',
  async (ahead) => {
    const { now } = Date;
    const known = createDatabaseClock(app.strapi);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead * 1_000);
    await known.read();
    expect(Math.abs(known.now() - now())).toBeLessThan(30_000);
  },
);
