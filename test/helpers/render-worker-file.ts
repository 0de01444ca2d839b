import path from 'node:path';

/** Replaces `src/cache/render-worker-file.ts` in jest. */
export const RENDER_WORKER = path.join(__dirname, 'render-worker.cjs');
