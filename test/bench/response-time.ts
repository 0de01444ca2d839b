import { copyResponse, startBaseline } from './baseline';
import { median } from './median';

/** Milliseconds to a whole response; throws when it is not 200. */
export const responseTime = async (ask: () => Promise<Response>): Promise<number> => {
  const began = performance.now();
  const response = await ask();
  await response.text();
  if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`);
  return performance.now() - began;
};

/** Milliseconds to the responses at some addresses from bare Koa, which has their bytes ready. */
export const bareTimes = async (urls: string[]): Promise<number[]> => {
  const headers = { 'accept-encoding': 'identity' };
  const responses = await Promise.all(urls.map((url) => copyResponse(url, headers)));
  const koa = await startBaseline(responses);
  try {
    const medians: number[] = [];
    for (const place of urls.keys()) {
      const times: number[] = [];
      for (let asked = 0; asked < 30; asked += 1) {
        times.push(await responseTime(() => fetch(koa.urlOf(place), { headers })));
      }
      medians.push(median(times));
    }
    return medians;
  } finally {
    koa.stop();
  }
};
