import type { MessagePort } from 'node:worker_threads';

import { render, type Rendering } from './render';

/** Work for the thread. It reports when it begins: the wait before that does not count. */
export interface Job {
  rendering: Rendering;
  begun: MessagePort;
}

/** Renders in a thread of its own; Strapi is not loaded here. */
export default ({ rendering, begun }: Job): ReturnType<typeof render> => {
  begun.postMessage(null);
  begun.close();
  return render(rendering);
};
