import path from 'node:path';

/** Stands in for `src/cache/render-worker-file.ts` in jest. */
export const RENDER_WORKER = path.join(__dirname, 'render-worker.cjs');
