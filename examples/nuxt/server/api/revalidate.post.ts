import { Webhook } from 'standardwebhooks';

/** The part of the plugin's message that is used here. */
interface Message {
  data: { paths: string[]; all: boolean };
}

/** First part of a cached page's key in Nitro: at most 16 letters and digits of its path. */
const nameOf = (path: string): string =>
  decodeURI(path).replaceAll(/\W/g, '').slice(0, 16) || 'index';

/** Purges the pages that a change concerns. Add its address to `webhooks` in the plugin's option `push`. */
export default defineEventHandler(async (event) => {
  const webhook = new Webhook(useRuntimeConfig(event).revalidateSecret);
  const body = (await readRawBody(event)) ?? '';
  let message: Message;
  try {
    message = webhook.verify(body, getHeaders(event) as Record<string, string>) as Message;
  } catch {
    throw createError({ statusCode: 401, statusMessage: 'Wrong signature' });
  }
  const { paths, all } = message.data;
  // A page, and its payload, which a browser requests when it navigates from another page.
  const names = new Set(paths.flatMap((path) => [nameOf(path), nameOf(`${path}_payload.json`)]));
  const kept = useStorage('cache');
  for (const key of await kept.getKeys('nitro:routes')) {
    // Example of a key: nitro:routes:_:index.Lp2vK5Qd.json
    const [name = ''] = key.split(':')[3]?.split('.') ?? [];
    if (all || names.has(name)) await kept.removeItem(key);
  }
  return null;
});
