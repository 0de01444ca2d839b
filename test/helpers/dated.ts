import { setTimeout as sleep } from 'node:timers/promises';

import type { App } from './app';

/**
 * The date of the response at an address, once the clock has reached it: who has that one is answered
 * with 304. Changes of one second may be dated a second apart, and not before they have a number.
 */
export const dateOf = async ({ get }: Pick<App, 'get'>, address: string): Promise<string> => {
  for (let date = ''; ; await sleep(100)) {
    const headers = { 'If-Modified-Since': date };
    if (date !== '' && (await get(address, { headers })).status === 304) return date;
    date = (await get(address)).headers.get('last-modified') ?? '';
  }
};
