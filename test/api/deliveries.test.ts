import {
  addDeliveries,
  claimDeliveries,
  DELIVERY_TABLE,
  finishDelivery,
  MAXIMUM_ENDED_ROWS,
  pruneDeliveries,
  SEND_TIMES,
  type NewDelivery,
} from '../../src/push/deliveries';
import { createIndexNowKey } from '../../src/push/index-now';
import { partsOf } from '../../src/compose';
import { PLUGIN_ID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';

let app: App;

beforeAll(async () => {
  app = await startApp({ config: { baseUrl: 'https://www.example.com' } });
});
afterAll(() => app.stop());
afterEach(() => table().delete());

const table = () => app.strapi.db.connection(DELIVERY_TABLE);

const NOW = 1_800_000_000_000;
const FAR = NOW + 86_400_000;

/** When what is noted is due. */
const SOON = NOW + SEND_TIMES.delay;

const entry = (documentId: string): NewDelivery => ({
  consumer: 'webhook',
  subject: `entry api::note.note ${documentId} `,
  payload: { contentType: 'api::note.note', documentId, locale: '', former: null },
});

/** Notes things as the indexer does. */
const add = async (wanted: NewDelivery[], now = NOW): Promise<void> => {
  await app.strapi.db.transaction(async () => addDeliveries(app.strapi, wanted, 1, now));
};

const claim = (limit = 10, now = SOON) => claimDeliveries(app.strapi, 'webhook', limit, now);

const TOLD = { state: 'told' as const, answer: '204', tries: 1 };

describe('deliveries', () => {
  it('are taken by one of several that ask at once', async () => {
    await add(Array.from({ length: 40 }, (_, index) => entry(`many-${index}`)));
    const taken = await Promise.all(Array.from({ length: 4 }, () => claim(20)));
    const ids = taken.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
    expect(await claim(40)).toHaveLength(40 - ids.length);
  });

  it('are taken by another one when the first has them for too long, and that one ends them no more', async () => {
    await add([entry('slow')]);
    const [first] = await claim();
    expect(await claim()).toEqual([]);
    const later = NOW + 120_000;
    const [second] = await claim(10, later);
    expect(second!.id).toBe(first!.id);
    await finishDelivery(app.strapi, first!, () => TOLD);
    await finishDelivery(app.strapi, first!, () => 'forgotten');
    expect(await table().select('state', 'lease')).toEqual([
      { state: 'pending', lease: second!.lease },
    ]);
    await finishDelivery(app.strapi, second!, () => TOLD);
    expect(await table().select('state', 'pending_key')).toEqual([
      { state: 'told', pending_key: null },
    ]);
  });

  it('have one row for each thing that is to be told, be it changed while it is told', async () => {
    await add([entry('changed')]);
    const [taken] = await claim();
    await add([entry('changed')]);
    expect(await table().select('id')).toHaveLength(1);
    const changed: boolean[] = [];
    await finishDelivery(app.strapi, taken!, (_row, isChanged) => {
      changed.push(isChanged);
      return {};
    });
    expect(changed).toEqual([true]);
  });

  it('are not put off for longer than what changed while they were told', async () => {
    await add([entry('put-off')]);
    const [taken] = await claim();
    await add([entry('put-off')]);
    await finishDelivery(app.strapi, taken!, () => ({ due: FAR }));
    const [row] = await table().select('due', 'lease');
    expect(Number(row.due)).toBe(SOON);
    expect(row.lease).toBeNull();
    const [again] = await claim();
    await finishDelivery(app.strapi, again!, () => ({ due: FAR }));
    expect(Number((await table().first('due')).due)).toBe(FAR);
  });

  it('are put off by what changes meanwhile for some seconds, and by no change where they failed', async () => {
    const dueAfter = async (change: number): Promise<number> => {
      const now = NOW + change;
      await add([entry('busy')], now);
      return Number((await table().first('due')).due) - NOW;
    };
    expect(await dueAfter(0)).toBe(SEND_TIMES.delay);
    expect(await dueAfter(5_000)).toBe(5_000 + SEND_TIMES.delay);
    expect(await dueAfter(11_000)).toBe(5_000 + SEND_TIMES.delay);
    const [taken] = await claim(1, NOW + 12_000);
    await finishDelivery(app.strapi, taken!, () => ({ due: FAR, tries: 1, failing: NOW }));
    expect(await dueAfter(20_000)).toBe(FAR - NOW);
  });

  it('wait for the end of a pause, whichever node it was that told', async () => {
    await add([entry('told'), entry('next')]);
    const [taken] = await claim(1);
    await finishDelivery(app.strapi, taken!, () => ({ state: 'told', ended: SOON }));
    const claimAt = (now: number) => claimDeliveries(app.strapi, 'webhook', 1, now, 10_000);
    expect(await claimAt(SOON + 9_999)).toEqual([]);
    expect(await claimAt(SOON + 10_000)).toHaveLength(1);
  });

  it('are forgotten when they ended a month ago, and the oldest of very many', async () => {
    const ended = (id: number, created: number) => ({
      ...{ id, consumer: 'webhook', subject: 'site', key: 'a', state: 'told', message: 'b' },
      ...{ since: 1, version: 1, revision: 0, payload: '{}', created, due: created },
      ...{ leased_until: 0, tries: 1, failing: 0, ended: created, answer: '204' },
    });
    const rows = Array.from({ length: MAXIMUM_ENDED_ROWS + 5 }, (_, index) =>
      ended(1_000 + index, NOW),
    );
    await app.strapi.db.connection.batchInsert(DELIVERY_TABLE, rows, 400);
    await table().insert(ended(500_000, NOW - 31 * 86_400_000));
    await add([entry('waits')]);
    await pruneDeliveries(app.strapi, NOW);
    const left: number[] = await table().where({ state: 'told' }).orderBy('id').pluck('id');
    expect(left).toHaveLength(MAXIMUM_ENDED_ROWS);
    expect([left[0], left.at(-1)]).toEqual([1_005, 1_000 + MAXIMUM_ENDED_ROWS + 4]);
    expect(await table().where({ state: 'pending' }).select('id')).toHaveLength(1);
  });
});

test('the key for search engines is one, however many nodes start at once', async () => {
  const { changeLog } = partsOf(app.strapi);
  const nodes = Array.from({ length: 5 }, () => createIndexNowKey(app.strapi, { changeLog }));
  await Promise.all(nodes.map((node) => node.prepare()));
  const keys = new Set(nodes.map((node) => node.get()));
  expect(keys.size).toBe(1);
  const store = app.strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'index-now' });
  expect([...keys]).toEqual([await store.get({})]);
});
