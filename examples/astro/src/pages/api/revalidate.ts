import type { APIRoute } from 'astro';
import { REVALIDATE_SECRET } from 'astro:env/server';
import { Webhook } from 'standardwebhooks';

/** The part of the plugin's message that is used here. */
interface Message {
  data: { all: boolean; tags: string[] };
}

/** Purges the pages that a change concerns. Add its address to `webhooks` in the plugin's option `push`. */
export const POST: APIRoute = async ({ request, cache }) => {
  const webhook = new Webhook(REVALIDATE_SECRET);
  let message: Message;
  try {
    message = webhook.verify(await request.text(), Object.fromEntries(request.headers)) as Message;
  } catch {
    return new Response('Wrong signature', { status: 401 });
  }
  const { all, tags } = message.data;
  // All pages have the tag "site".
  await cache.invalidate({ tags: all ? ['site', ...tags] : tags });
  return new Response(null, { status: 204 });
};
