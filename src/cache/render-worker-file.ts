import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** The worker's bundle beside the server's; its source if the server runs from source. */
export const RENDER_WORKER =
  path.extname(here) === '.ts'
    ? path.join(path.dirname(here), 'render-worker.ts')
    : path.join(path.dirname(here), '../render-worker/index.js');
