import { Webhook } from 'standardwebhooks';

/** What is needed of a message of the plugin. */
interface Message {
  data: { paths: string[]; all: boolean };
}

/** What Nitro begins the name of a kept page with: 16 letters and digits of its path at most. */
const nameOf = (path: string): string =>
  decodeURI(path).replaceAll(/\W/g, '').slice(0, 16) || 'index';

/** Has the pages drawn anew that a change concerns: for `webhooks` of the plugin's option `push`. */
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
  // A page, and what a browser that is on another page already asks for instead.
  const names = new Set(paths.flatMap((path) => [nameOf(path), nameOf(`${path}_payload.json`)]));
  const kept = useStorage('cache');
  for (const key of await kept.getKeys('nitro:routes')) {
    // nitro:routes:_:index.Lp2vK5Qd.json
    const [name = ''] = key.split(':')[3]?.split('.') ?? [];
    if (all || names.has(name)) await kept.removeItem(key);
  }
  return null;
});
