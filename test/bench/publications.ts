import { setTimeout as sleep } from 'node:timers/promises';

import { TAG_UID } from '../../src/lib/constants';
import { createEditor } from '../helpers/content';
import { isCached } from '../helpers/state';
import { startOn, withFolder } from './app';
import { startAsker } from './asker';
import { CACHED_FEEDS, FEEDS } from './memory';
import { median } from './median';

const PUBLICATIONS = 25;

/** Feeds that readers ask for at once, before they pause. */
const AT_ONCE = 60;
const PAUSE = 100;

/** What readers of 2,000 cached feeds get while something is published every second. */
export const measurePublications = () =>
  withFolder(FEEDS, async (folder) => {
    const app = await startOn(folder, {}, CACHED_FEEDS);
    const asker = startAsker();
    const names = Object.keys(FEEDS.tags);
    const pathOf = (name: string): string => `/tags/${name}/index.xml`;
    for (const name of names) await (await app.get(pathOf(name))).arrayBuffer();
    const cold = names.filter((name) => !isCached(app, pathOf(name)));
    if (cold.length > 0) throw new Error(`${cold.length} feeds are not cached`);

    const rows: { documentId: string; slug: string }[] = await app.strapi.db
      .query(TAG_UID)
      .findMany({ select: ['documentId', 'slug'] });
    const ids = new Map(rows.map(({ slug, documentId }) => [slug, documentId]));
    const editor = createEditor(app, undefined, { isQuick: true });
    const times: number[] = [];
    let isOver = false;
    const readAll = async (): Promise<void> => {
      for (let next = 0; !isOver; next += AT_ONCE) {
        const some = Array.from(
          { length: AT_ONCE },
          (_, place) => names[(next + place) % names.length]!,
        );
        const requests = some.map((name) => ({ url: app.origin + pathOf(name), headers: {} }));
        for (const { status, milliseconds } of await asker.ask(requests)) {
          if (status !== 200) throw new Error(`A feed was answered with ${status}`);
          times.push(milliseconds);
        }
        await sleep(PAUSE);
      }
    };
    const reading = readAll();
    let stale = 0;
    const first: number[] = [];
    for (let number = 0; number < PUBLICATIONS; number += 1) {
      const second = sleep(1_000);
      const slug = `published-${number}`;
      const tags = [0, 1, 2].map((place) => names[(number * 83 + place * 601) % names.length]!);
      await editor.published({ slug, date: new Date(), tags: tags.map((name) => ids.get(name)!) });
      for (const name of tags) {
        const began = performance.now();
        const feed = await (await app.get(pathOf(name))).text();
        first.push(performance.now() - began);
        if (!feed.includes(slug)) stale += 1;
      }
      await second;
    }
    isOver = true;
    await reading;
    asker.stop();
    await app.stop();
    return {
      requests: times.length,
      median: median(times),
      slowest: Math.max(...times),
      slowestAfterPublication: Math.max(...first),
      stale,
    };
  });
