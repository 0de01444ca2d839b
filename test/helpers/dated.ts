import { setTimeout as sleep } from 'node:timers/promises';

import type { App } from './app';
import { reachNextSecond } from './clock';
import { waitForNextSecond } from './due';
import type { Node } from './node';

/**
 * `Last-Modified` of the response at an address, once it answers 304 to that date: not before the clock has reached
 * it, which is moved where Strapi runs in this process. Changes within one second may be dated a second apart, and
 * have no date before they have a version.
 */
export const dateOf = async (
  site: Pick<App, 'get' | 'strapi'> | Node,
  address: string,
): Promise<string> => {
  for (;;) {
    const date = (await site.get(address)).headers.get('last-modified');
    if (date !== null) {
      const headers = { 'If-Modified-Since': date };
      if ((await site.get(address, { headers })).status === 304) return date;
    }
    if (date === null) await sleep(100);
    else if ('strapi' in site) reachNextSecond();
    else await waitForNextSecond();
  }
};
