import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startApp } from '../helpers/app';
import { startNode } from '../helpers/node';
import { seedArticles } from './seed';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

/** A Strapi of 19 articles, all tagged "api", in a process of its own. */
export const startServer = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-bench-'));
  const app = await startApp({ config, folder });
  await seedArticles(app.strapi, 19, { api: () => true });
  await app.stop();
  const node = await startNode({ config, folder });
  return {
    origin: node.origin,
    processorTime: async () => Number(await node.run({ do: 'measure' })),
    async kill() {
      await node.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
