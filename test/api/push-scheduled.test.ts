/** @runs-on sqlite: Who is told of what; how it is kept is tested on every database by deliveries.test.ts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ARTICLE_UID } from '../../src/lib/constants';
import { DELIVERY_TABLE, SUBJECTS } from '../../src/push/delivery-table';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { settled } from '../helpers/state';

const NOBODY = 'http://127.0.0.1:9/hook';
const OTHER = 'http://127.0.0.1:9/other';
const DATE = '2099-01-01T00:00:00.000Z';

const folder = mkdtempSync(path.join(tmpdir(), 'syndication-scheduled-'));
let app: App;

const start = async (...urls: string[]): Promise<void> => {
  const push = { webhooks: urls.map((url) => ({ url })) };
  app = await startApp({ folder, config: { baseUrl: 'https://www.example.com', push } as never });
  await settled(app);
};

/** For how many of those who are told an article waits to be told of. */
const waitingOf = async (documentId: string): Promise<number> => {
  const subject = SUBJECTS.entry({ contentType: ARTICLE_UID, documentId, locale: '' });
  const rows = app.strapi.db.connection(DELIVERY_TABLE).where({ subject, state: 'pending' });
  return (await rows.pluck('id')).length;
};

const schedule = async (slug: string): Promise<string> => {
  const documentId = await createEditor(app).published({ slug, date: DATE });
  await settled(app);
  return documentId;
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => app.close());

it('who is told for the first time hears of what was scheduled before, though the start that found them ended early', async () => {
  await start();
  const documentId = await schedule('for-the-first');
  await app.close();

  // It is killed before the end of its start, and had told them by then that the site changed.
  await start(NOBODY);
  const { connection } = app.strapi.db;
  await connection(DELIVERY_TABLE).delete();
  await connection('strapi_core_store_settings').where('key', 'like', '%_told').delete();
  await createEditor(app).published({ slug: 'meanwhile' });
  await settled(app);
  expect(await waitingOf(documentId)).toBe(0);
  await app.close();

  await start(NOBODY);
  expect(await waitingOf(documentId)).toBe(1);
  await app.close();
  // Once is enough.
  await start(NOBODY);
  expect(await waitingOf(documentId)).toBe(1);
});

it('who is told again hears of what was scheduled while nobody told them', async () => {
  await start(NOBODY, OTHER);
  await app.close();
  await start(OTHER);
  const documentId = await schedule('while-away');
  expect(await waitingOf(documentId)).toBe(1);
  await app.close();
  await start(NOBODY, OTHER);
  expect(await waitingOf(documentId)).toBe(2);
});
