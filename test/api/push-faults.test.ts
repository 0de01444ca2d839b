/**
 * @runs-on sqlite: What receivers do; how what they did not take is kept is tested on every database
 * by deliveries.test.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { Webhook } from 'standardwebhooks';

import { ARTICLE_UID } from '../../src/lib/constants';
import { DELIVERY_TABLE } from '../../src/push/deliveries';
import type { WebhookMessage } from '../../src/push/webhooks';
import { type Received, type Receiver, startReceiver } from '../helpers/receiver';
import { type Site, startSite } from '../helpers/site';
import { consumersOf, rebuild, tellAtOnce, tellSoon, untilSent, untilTold } from '../helpers/state';

const SECRET = 'whsec_YSBrZXkgb2YgdHdlbnR5LWZvdXIgYnl0ZXM=';

const verified = ({ body, headers }: Received): WebhookMessage =>
  new Webhook(SECRET).verify(body, headers) as WebhookMessage;

tellSoon();

describe('who is told and does not answer as they should', () => {
  let receiver: Receiver;
  let other: Receiver;
  let site: Site;

  beforeAll(async () => {
    [receiver, other] = await Promise.all([startReceiver(), startReceiver()]);
    const webhooks = [receiver, other].map(({ url }) => ({ url, secret: SECRET }));
    site = await startSite({ push: { webhooks } });
    await Promise.all([receiver.next(), other.next()]);
  });
  afterAll(async () => {
    await site?.stop();
    await Promise.all([receiver?.stop(), other?.stop()]);
  });
  afterEach(async () => {
    receiver.answer = (_request, response) => response.writeHead(204).end();
    await tellAtOnce(site);
    await untilSent(site);
  });

  const table = () => site.strapi.db.connection(DELIVERY_TABLE);

  /** The row of the webhook once it was tried a number of times. */
  const untilTried = async (tries: number) => {
    for (;;) {
      await untilSent(site);
      const row: { id: number; answer: string; due: string; state: string } | undefined =
        await table()
          .where({ consumer: consumersOf(site)[0]!.key, tries })
          .orderBy('id', 'desc')
          .first();
      if (row) return row;
      await sleep(10);
    }
  };

  it('are told again after a minute, five and half an hour where they are busy, and hold up nobody', async () => {
    receiver.answer = (_request, response) => response.writeHead(503).end();
    const documentId = await site.published('busy');
    await other.next();
    const pauses: number[] = [];
    for (const tries of [1, 2, 3]) {
      await receiver.next();
      const { due } = await untilTried(tries);
      pauses.push(Math.round((Number(due) - Date.now()) / 60_000));
      if (tries === 3) receiver.answer = (_request, response) => response.writeHead(204).end();
      await tellAtOnce(site);
    }
    expect(pauses).toEqual([1, 5, 30]);
    const [taken] = await receiver.next();
    expect(verified(taken!)).toMatchObject({ type: 'published', data: { documentId } });
    await receiver.nothing(untilTold(site));
  });

  it('have ten seconds, in which others are told', async () => {
    receiver.answer = () => undefined;
    const silence = new AbortController();
    const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(silence.signal);
    await site.published('silent');
    await Promise.all([receiver.next(), other.next()]);
    expect(limit).toHaveBeenCalledWith(10_000);
    limit.mockRestore();
    silence.abort(new DOMException('Ten seconds are over.', 'TimeoutError'));
    expect(await untilTried(1)).toMatchObject({ answer: 'no answer within 10 s' });
    receiver.answer = (_request, response) => response.writeHead(204).end();
    await tellAtOnce(site);
    await receiver.next();
  });

  it('are told again where the connection breaks', async () => {
    receiver.answer = (_request, _response, incoming) => incoming.socket.destroy();
    await site.published('broken');
    await Promise.all([receiver.next(), other.next()]);
    expect((await untilTried(1)).answer).toMatch(/ECONNRESET|closed|SOCKET/i);
    receiver.answer = (_request, response) => response.writeHead(204).end();
    await tellAtOnce(site);
    await receiver.next();
  });

  it('may answer at length: no more than the start is read', async () => {
    let written = 0;
    const closed = new Promise<void>((done) => {
      receiver.answer = (_request, response) => {
        response.writeHead(200);
        const part = Buffer.alloc(65_536, 'a');
        const write = (): void => {
          while (!response.destroyed && response.write(part)) written += part.length;
          if (response.destroyed || written > 1_000_000_000) done();
        };
        response.on('drain', write);
        response.on('close', done);
        write();
      };
    });
    await site.published('long');
    await Promise.all([receiver.next(), other.next()]);
    await closed;
    // What the system holds on the way is a few megabytes.
    expect(written).toBeLessThan(50_000_000);
  });

  it('are not followed elsewhere, where the signature would go along', async () => {
    receiver.answer = (_request, response) =>
      response.writeHead(307, { location: other.url }).end();
    await site.published('elsewhere');
    await Promise.all([receiver.next(), other.next()]);
    expect(await untilTried(1)).toMatchObject({ answer: '307 redirects are not followed' });
    await other.nothing(untilTold(site));
    receiver.answer = (_request, response) => response.writeHead(204).end();
    await tellAtOnce(site);
    await receiver.next();
  });

  it('hear of entries that a rebuild finds when it is asked to tell, and else that the site changed', async () => {
    const { tableName } = site.strapi.db.metadata.get(ARTICLE_UID);
    const rows = () => site.strapi.db.connection(tableName);
    /** Copies an article behind Strapi's back, as an import by SQL does. */
    const copy = async (slug: string): Promise<void> => {
      const { id: _id, ...row } = await rows()
        .where({ slug: 'busy' })
        .whereNotNull('published_at')
        .first();
      await rows().insert({ ...row, slug, title: slug, document_id: `copied-${slug}` });
    };
    await copy('silently');
    await rebuild(site);
    expect(verified((await receiver.next())[0]!)).toMatchObject({ type: 'site.changed' });
    await receiver.nothing(untilTold(site));
    await copy('aloud');
    await rebuild(site, { told: true });
    const told = (await receiver.next(2)).map(verified);
    expect(told.map(({ type, data }) => [type, data.url]).sort()).toEqual([
      ['published', 'https://www.example.com/notes/posts/aloud/'],
      ['site.changed', null],
    ]);
    await receiver.nothing(untilTold(site));
  });
});

test('a CDN is purged of the same tags once more, half a minute later', async () => {
  const cdn = await startReceiver();
  const site = await startSite({ push: { cdn: { provider: 'varnish', urls: [cdn.url] } } });
  const rows = () => site.strapi.db.connection(DELIVERY_TABLE);
  await cdn.next();
  await untilSent(site);
  await rows().delete();
  await site.published('purged-twice');
  const [first] = await cdn.next();
  await untilSent(site);
  const [{ due }] = (await rows().where({ state: 'pending' })) as [{ due: number }];
  expect(Math.round((due - Date.now()) / 10_000)).toBe(3);
  await tellAtOnce(site);
  const [second] = await cdn.next();
  expect(second!.headers['xkey-purge']).toBe(first!.headers['xkey-purge']);
  await untilSent(site);
  expect(await rows().whereNot({ state: 'told' })).toEqual([]);
  await site.stop();
  await cdn.stop();
});
