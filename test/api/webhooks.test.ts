/**
 * @runs-on sqlite: What is told is kept and claimed by what deliveries.test.ts tests on every database;
 * push-nodes.test.ts tells of it on PostgreSQL.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { Webhook } from 'standardwebhooks';

import { partsOf } from '../../src/compose';
import { TAG_UID } from '../../src/lib/constants';
import { DELIVERY_TABLE, SEND_TIMES } from '../../src/push/deliveries';
import type { WebhookMessage } from '../../src/push/webhooks';
import { reach } from '../helpers/clock';
import { type Receiver, type Received, startReceiver } from '../helpers/receiver';
import { type Site, startSite } from '../helpers/site';
import {
  consumersOf,
  saveSettings,
  settled,
  tellAtOnce,
  tellSoon,
  untilSent,
  untilTold,
} from '../helpers/state';

const SECRET = `whsec_${Buffer.from('a key of twenty-four bytes').toString('base64')}`;

/** What a front end that checks the signature takes a message for. */
const verified = ({ body, headers }: Received): WebhookMessage =>
  new Webhook(SECRET).verify(body, headers) as WebhookMessage;

tellSoon();

describe('a front end that is told by webhook', () => {
  let receiver: Receiver;
  let site: Site;

  beforeAll(async () => {
    receiver = await startReceiver();
    const webhooks = [{ url: `${receiver.url}/api/revalidate`, secret: SECRET }, { url: '' }];
    site = await startSite({ newsSitemap: true, push: { webhooks } });
    // A first start reads all that there is.
    expect(verified((await receiver.next())[0]!)).toMatchObject({ type: 'site.changed' });
  });
  afterAll(async () => {
    await site?.stop();
    await receiver?.stop();
  });

  const next = async (): Promise<WebhookMessage> => verified((await receiver.next())[0]!);

  it('hears of an entry as it is published, with every path that shows it', async () => {
    const api = await site.tag('api');
    expect(await next()).toMatchObject({ type: 'site.changed' });
    const began = Date.now();
    // Readers may not know of it, nor may who is told.
    const hidden = await site.tag('takeover', { hidden: true });
    const documentId = await site.published('first', { tags: [api, hidden] });
    const [received] = await receiver.next();
    expect(received!.at - began).toBeGreaterThanOrEqual(SEND_TIMES.delay);
    expect(received!.method).toBe('POST');
    expect(received!.path).toBe('/api/revalidate');
    const { type, data } = verified(received!);
    expect(type).toBe('published');
    expect(data).toMatchObject({
      contentType: 'plugin::syndication.article',
      documentId,
      locale: null,
      url: 'https://www.example.com/notes/posts/first/',
      formerUrl: null,
      all: false,
      tags: [
        'plugin::syndication.article',
        `plugin::syndication.article:${documentId}`,
        `${TAG_UID}:${api}`,
      ],
    });
    expect(data.paths).toEqual(
      expect.arrayContaining([
        '/notes/',
        '/notes/index.xml',
        '/notes/posts/',
        '/notes/posts/first/',
        '/notes/sitemap.xml',
        '/notes/sitemap/news.xml',
        '/notes/tags/',
        '/notes/tags/api/',
        '/notes/tags/api/feed.json',
        '/notes/tags/api/index.xml',
      ]),
    );
  });

  it('hears once of several changes while it is told of the first, and of the neighbours as well', async () => {
    let answerFirst = (): void => undefined;
    receiver.answer = (_request, response) => {
      answerFirst = () => response.writeHead(204).end();
    };
    const documentId = await site.published('second', { date: '2026-01-16T02:00:00.000Z' });
    const { type, data } = await next();
    expect(type).toBe('published');
    expect(data.paths).toContain('/notes/posts/first/');
    await site.republish(documentId, { title: 'Second, corrected' });
    await site.republish(documentId, { title: 'Second, corrected again' });
    await settled(site);
    receiver.answer = (_request, response) => response.writeHead(204).end();
    answerFirst();
    expect(await next()).toMatchObject({ type: 'updated' });
    await receiver.nothing(untilTold(site));
    await site.republish(documentId, { slug: 'moved' });
    expect(await next()).toMatchObject({
      type: 'moved',
      data: {
        url: 'https://www.example.com/notes/posts/moved/',
        formerUrl: 'https://www.example.com/notes/posts/second/',
        paths: expect.arrayContaining(['/notes/posts/moved/', '/notes/posts/second/']) as unknown,
      },
    });
    await site.unpublish(documentId);
    expect(await next()).toMatchObject({
      type: 'withdrawn',
      data: { url: null, formerUrl: 'https://www.example.com/notes/posts/moved/' },
    });
  });

  it('hears nothing of drafts, nor of what came and went before it could hear', async () => {
    await site.draft('draft');
    await site.strapi.db.transaction(async () => {
      await site.unpublish(await site.published('mistake'));
    });
    await receiver.nothing(untilTold(site));
  });

  it('hears of an entry with a date ahead when that has come, and not before', async () => {
    const due = new Date(Date.now() + 3_600_000);
    await site.published('later', { date: due.toISOString() });
    await receiver.nothing(untilTold(site));
    reach(due);
    const [received] = await receiver.next();
    expect(received!.at).toBeGreaterThanOrEqual(due.getTime() + SEND_TIMES.delay);
    expect(verified(received!)).toMatchObject({ type: 'published' });
  });

  it('hears that the site changed when its settings or the name of a tag do', async () => {
    await saveSettings(site, { itemsPerFeed: 7 });
    expect(await next()).toMatchObject({ type: 'site.changed', data: { all: true, paths: [] } });
    const tag = await site.strapi.db.query(TAG_UID).findOne({ where: { slug: 'api' } });
    await site.strapi
      .documents(TAG_UID)
      .update({ documentId: tag.documentId, data: { title: 'Interfaces' } as never });
    expect(await next()).toMatchObject({
      type: 'site.changed',
      data: {
        tags: expect.arrayContaining(['site', TAG_UID, `${TAG_UID}:${tag.documentId}`]) as unknown,
      },
    });
  });

  it('hears of the new name of a tag that nothing but a page outside of all lists shows', async () => {
    const quiet = await site.tag('quiet');
    expect(await next()).toMatchObject({ type: 'site.changed' });
    await site.published('kept-out', { tags: [quiet], keepOutOfFeeds: true });
    expect(await next()).toMatchObject({ type: 'published' });
    await site.changeTag(quiet, { title: 'Silent' });
    expect(await site.read('/posts/kept-out/')).toContain('Silent');
    expect(await next()).toMatchObject({
      type: 'site.changed',
      data: { tags: ['site', `${TAG_UID}:${quiet}`, TAG_UID] },
    });
  });

  it('hears of all pages of a list where one of long ago is published or changed', async () => {
    await saveSettings(site, { entriesPerPage: 1 });
    expect(await next()).toMatchObject({ type: 'site.changed' });
    const before = await site.read('/');
    const tag = await site.strapi.db.query(TAG_UID).findOne({ where: { slug: 'api' } });
    const documentId = await site.published('of-long-ago', {
      date: '2001-01-01T00:00:00.000Z',
      tags: [tag.documentId],
    });
    // Each page says how many articles and pages there are.
    expect(await site.read('/')).not.toBe(before);
    const pages = ['/notes/', '/notes/page/2/', '/notes/tags/api/'];
    const ofYear = '/notes/archive/2001/';
    const { data } = await next();
    expect(data.paths).toEqual(expect.arrayContaining([...pages, ofYear]));
    await site.republish(documentId, { title: 'Of long ago' });
    const { type, data: changed } = await next();
    expect(type).toBe('updated');
    expect(changed.paths).toEqual(expect.arrayContaining(pages));
    expect(changed.paths).not.toContain(ofYear);
    await saveSettings(site, { entriesPerPage: 10 });
    expect(await next()).toMatchObject({ type: 'site.changed' });
  });

  it('hears again of what it did not take, as the same message, and not of what it says is gone', async () => {
    receiver.answer = (_request, response) =>
      response.writeHead(503, { 'retry-after': '120' }).end(`no ${SECRET}`);
    const documentId = await site.published('third');
    const [failed] = await receiver.next();
    const rows = () => site.strapi.db.connection(DELIVERY_TABLE).where({ state: 'pending' });
    const untilFailed = async () => {
      for (;;) {
        const row = await rows().where('tries', '>', 0).first();
        if (row) return row;
        // The answer comes in a turn of its own, which SQLite's statements alone would never let come.
        await sleep(10);
      }
    };
    const row = await untilFailed();
    expect(row).toMatchObject({ tries: 1, answer: '503 no …' });
    expect(Number(row.due)).toBeGreaterThan(Date.now() + 100_000);
    await receiver.nothing(untilTold(site));
    receiver.answer = (_request, response) => response.writeHead(410).end();
    await tellAtOnce(site);
    const [again] = await receiver.next();
    expect(again!.headers['webhook-id']).toBe(failed!.headers['webhook-id']);
    await untilSent(site);
    const ended = await site.strapi.db.connection(DELIVERY_TABLE).where({ id: row.id }).first();
    expect(ended).toMatchObject({ state: 'failed', answer: '410', tries: 2, pending_key: null });
    receiver.answer = (_request, response) => response.writeHead(204).end();
    await site.republish(documentId, { title: 'Third' });
    expect(await next()).toMatchObject({ type: 'updated' });
    await settled(site);
  });

  it('holds up no end of Strapi by a pause between two messages', async () => {
    // Its own end alone: Strapi's takes longer on a busy machine.
    const { push } = partsOf(site.strapi);
    consumersOf(site)[0]!.pause = 5_000;
    await site.published('fourth');
    await next();
    const ended = Date.now();
    await push.stop();
    expect(Date.now() - ended).toBeLessThan(1_000);
  });
});
