import { setTimeout as sleep } from 'node:timers/promises';

import type { App } from './app';
import { nextSecond } from './due';

/**
 * The date of the response at an address, once the clock has reached it: who has that one is answered
 * with 304. Changes of one second may be dated a second apart, and not before they have a number.
 */
export const dateOf = async ({ get }: Pick<App, 'get'>, address: string): Promise<string> => {
  for (;;) {
    const date = (await get(address)).headers.get('last-modified');
    if (date !== null) {
      const headers = { 'If-Modified-Since': date };
      if ((await get(address, { headers })).status === 304) return date;
    }
    await (date === null ? sleep(100) : nextSecond());
  }
};
