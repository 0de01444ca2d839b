import type { Delivery, EntryEvent, FormerEntry } from '../../../src/push/consumer';
import { addressesToSubmit, indexNowConsumer } from '../../../src/push/index-now';
import type { Receiver } from '../../helpers/receiver';
import { startSearchEngine } from '../../helpers/search-engine';

const BASE = 'https://www.example.com/notes';
const KEY = '0123456789abcdef0123456789abcdef';

const at = (path: string): FormerEntry => ({ url: BASE + path, date: 0, lists: ['site'] });

/** An entry that others knew at a path and that readers find at one; nowhere without. */
const event = (former?: string, present?: string): EntryEvent =>
  ({
    contentType: 'api::note.note',
    documentId: 'a',
    locale: '',
    former: former === undefined ? null : at(former),
    present: present === undefined ? null : at(present),
  }) as EntryEvent;

describe('addresses that search engines are told of', () => {
  const tell = (events: EntryEvent[]) =>
    addressesToSubmit(events, BASE).map((address) => address.replace(BASE, ''));

  it('are those of what became public, changed, moved and went, each once', () => {
    expect(tell([event(undefined, '/new/')])).toEqual(['/new/']);
    expect(tell([event('/a/', '/a/')])).toEqual(['/a/']);
    expect(tell([event('/old/', '/new/')])).toEqual(['/new/', '/old/']);
    expect(tell([event('/gone/')])).toEqual(['/gone/']);
    expect(tell([event('/a/', '/b/'), event('/b/', '/a/')])).toEqual(['/b/', '/a/']);
  });

  it('are below the base address: the key says nothing of any other', () => {
    const elsewhere = event('/a/', '/b/');
    elsewhere.former!.url = 'https://old.example.com/notes/a/';
    elsewhere.present!.url = 'https://www.example.com/notes-too/b/';
    expect(addressesToSubmit([elsewhere], BASE)).toEqual([]);
  });
});

describe('IndexNow', () => {
  let engine: Receiver;

  beforeAll(async () => {
    engine = await startSearchEngine();
  });
  afterAll(() => engine.stop());

  const consumer = (settings = { baseUrl: `${BASE}/`, isPublic: true }) =>
    indexNowConsumer({
      settings: { get: () => Promise.resolve(settings) },
      key: { get: () => KEY },
    } as unknown as Parameters<typeof indexNowConsumer>[0]);

  const send = (events: (EntryEvent | undefined)[], one = consumer()) =>
    one.send(events.map((told) => ({ event: told })) as Delivery[], Date.now());

  const answerWith = (status: number, headers: Record<string, string> = {}) => {
    engine.answer = (_request, response) => response.writeHead(status, headers).end('<no>');
  };

  it('gets all addresses at once, as its protocol has it, with the key and where that is', async () => {
    answerWith(202);
    const outcome = await send([event('/a/', '/b/'), undefined, event(undefined, '/new/')]);
    expect(outcome).toEqual({ kind: 'told', answer: '202' });
    const [{ method, path, headers, body } = { body: '' }] = await engine.next();
    expect([method, path, headers?.['content-type']]).toEqual([
      'POST',
      '/indexnow',
      'application/json; charset=utf-8',
    ]);
    expect(JSON.parse(body)).toEqual({
      host: 'www.example.com',
      key: KEY,
      keyLocation: `${BASE}/${KEY}.txt`,
      urlList: [`${BASE}/b/`, `${BASE}/a/`, `${BASE}/new/`],
    });
  });

  it('gets 10,000 addresses at most', async () => {
    const { atOnce } = consumer();
    await send(Array.from({ length: atOnce }, (_, place) => event(`/a${place}/`, `/b${place}/`)));
    const [{ body } = { body: '' }] = await engine.next();
    const { urlList } = JSON.parse(body) as { urlList: string[] };
    expect(urlList).toHaveLength(2 * atOnce);
    expect(urlList.length).toBeLessThanOrEqual(10_000);
  });

  it('is asked again where it found no key, which may be there by then, and its answer is kept', async () => {
    answerWith(403);
    expect(await send([event(undefined, '/a/')])).toMatchObject({
      kind: 'failed',
      answer: '403 <no>',
      isFinal: false,
    });
  });

  it('is asked later where it asks for that, or is away', async () => {
    answerWith(429, { 'retry-after': '120' });
    expect(await send([event(undefined, '/a/')])).toMatchObject({
      kind: 'failed',
      isFinal: false,
      isAway: true,
      after: 120_000,
    });
    answerWith(503);
    expect(await send([event(undefined, '/a/')])).toMatchObject({ isFinal: false, isAway: true });
  });

  it('hears nothing of a site that nobody elsewhere can open, nor where there is nothing to tell', async () => {
    const local = consumer({ baseUrl: 'http://localhost:1337', isPublic: false });
    const before = engine.received.length;
    expect(await send([event(undefined, '/a/')], local)).toEqual({ kind: 'nothing' });
    expect(await send([undefined])).toEqual({ kind: 'nothing' });
    expect(engine.received).toHaveLength(before);
  });
});
