import { revalidatePath, revalidateTag } from 'next/cache';
import { Webhook } from 'standardwebhooks';

/** The part of the plugin's message that is used here. */
interface Message {
  data: { paths: string[]; all: boolean; tags: string[] };
}

/** Revalidates the pages that a change concerns. Add its address to `webhooks` in the plugin's option `push`. */
export async function POST(request: Request): Promise<Response> {
  const webhook = new Webhook(process.env.REVALIDATE_SECRET ?? '');
  let message: Message;
  try {
    message = webhook.verify(await request.text(), Object.fromEntries(request.headers)) as Message;
  } catch {
    return new Response('Wrong signature', { status: 401 });
  }
  const { paths, all, tags } = message.data;
  if (all) revalidatePath('/', 'layout');
  for (const path of paths) revalidatePath(path);
  // With the profile "max", the next visitor would still get the former page.
  for (const tag of tags) revalidateTag(tag, { expire: 0 });
  return new Response(null, { status: 204 });
}
