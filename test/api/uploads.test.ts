/**
 * @runs-on sqlite: Strapi keeps and reads pictures; that who shows one follows it is tested on every
 * database by freshness.test.ts.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { documentsOf } from '../helpers/example-site';
import { type Site, startSite } from '../helpers/site';
import { siteTypes } from '../helpers/site-types';
import { settled, watchCached } from '../helpers/state';

const ESSAY = 'api::essay.essay';
const WRITER = 'api::writer.writer';
const SERIES = 'api::series.series';

const title = { type: 'string' };
const slug = { type: 'uid' };
const picture = { type: 'media', multiple: false, allowedTypes: ['images'] };
const relation = (target: string) => ({ type: 'relation', relation: 'manyToOne', target });

const types = siteTypes({
  essay: {
    draftAndPublish: true,
    attributes: { title, slug, writer: relation(WRITER), series: relation(SERIES) },
  },
  writer: { draftAndPublish: true, attributes: { name: title, slug, avatar: picture } },
  series: { draftAndPublish: true, attributes: { label: title, picture } },
});

let site: Site;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'syndication-uploads-'));
  const sources = { [ARTICLE_UID]: {}, [ESSAY]: { author: 'writer', cover: 'series.picture' } };
  site = await startSite({ sources: sources as never }, undefined, { files: types });
});
afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const create = async (uid: string, data: Record<string, unknown>): Promise<string> =>
  (await documentsOf(site, uid).create({ data, status: 'published' })).documentId;

/** Uploads a picture right into a field of a row, as forms outside of the panel may. */
const uploadInto = async (ref: string, refId: number, field: string): Promise<string> => {
  const originalFilename = `${field}-${refId}.svg`;
  const filepath = path.join(folder, originalFilename);
  writeFileSync(filepath, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const [file]: { url: string }[] = await site.strapi
    .plugin('upload')
    .service('upload')
    .upload({
      data: { ref, refId, field },
      files: {
        ...{ filepath, originalFilename, mimetype: 'image/svg+xml' },
        size: statSync(filepath).size,
      },
    });
  return file!.url;
};

const rowOf = async (uid: string, documentId: string, isPublished = true): Promise<number> => {
  const { attributes } = site.strapi.db.metadata.get(uid);
  const status = 'publishedAt' in attributes && { publishedAt: { $notNull: isPublished } };
  const row = await site.strapi.db.query(uid).findOne({ where: { documentId, ...status } });
  return row.id as number;
};

const ask = async (address: string) => {
  const response = await site.get(address);
  expect([address, response.status]).toEqual([address, 200]);
  return { etag: response.headers.get('etag'), body: await response.text() };
};

describe('a picture that was uploaded right into a field', () => {
  const cases = {
    'of a tag': async () => {
      const documentId = await site.tag('pictured');
      await site.published('of-pictured', { tags: [documentId] });
      return {
        ...{ uid: TAG_UID, field: 'image', documentId },
        addresses: ['/tags/pictured/', '/tags/pictured/index.xml', '/tags/pictured/feed.json'],
      };
    },
    'of an author': async () => {
      const writer = await create(WRITER, { name: 'Ada', slug: 'ada' });
      await create(ESSAY, { title: 'By Ada', slug: 'by-ada', writer });
      return {
        ...{ uid: WRITER, field: 'avatar', documentId: writer },
        addresses: ['/writers/ada/', '/writers/ada/feed.json'],
      };
    },
    'that an entry shows through a relation': async () => {
      const series = await create(SERIES, { label: 'Letters' });
      await create(ESSAY, { title: 'Of a series', slug: 'of-a-series', series });
      return {
        ...{ uid: SERIES, field: 'picture', documentId: series },
        addresses: ['/essays/of-a-series/', '/essays/feed.json'],
      };
    },
  };

  it.each(Object.keys(cases) as (keyof typeof cases)[])(
    '%s is in the next response',
    async (name) => {
      const { uid, field, documentId, addresses } = await cases[name]();
      await settled(site);
      const before = await Promise.all(addresses.map(ask));
      const url = await uploadInto(uid, await rowOf(uid, documentId), field);
      for (const [index, address] of addresses.entries()) {
        const { etag, body } = await ask(address);
        expect([address, before[index]!.body.includes(url), body.includes(url)]).toEqual([
          address,
          false,
          true,
        ]);
        expect(etag).not.toBe(before[index]!.etag);
      }
    },
  );

  it('is nowhere, and has nothing made anew, while it is a draft alone', async () => {
    const writer = await create(WRITER, { name: 'Bo', slug: 'bo' });
    await create(ESSAY, { title: 'By Bo', slug: 'by-bo', writer });
    await settled(site);
    await ask('/writers/bo/');
    const madeAnew = watchCached(site, ['/notes/writers/bo/']);
    const url = await uploadInto(WRITER, await rowOf(WRITER, writer, false), 'avatar');
    expect((await ask('/writers/bo/')).body).not.toContain(url);
    expect(madeAnew()).toEqual([]);
  });
});
