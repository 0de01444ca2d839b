import { setTimeout as sleep } from 'node:timers/promises';

import type { App } from './app';
import { nextSecond } from './due';

/**
 * `Last-Modified` of the response at an address, once it answers 304 to that date: not before the clock has reached
 * it. Changes within one second may be dated a second apart, and have no date before they have a version.
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
