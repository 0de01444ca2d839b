import { revalidatePath, revalidateTag } from 'next/cache';
import { Webhook } from 'standardwebhooks';

/** What is needed of a message of the plugin. */
interface Message {
  data: { paths: string[]; all: boolean; tags: string[] };
}

/** Has the pages drawn anew that a change concerns: for `webhooks` of the plugin's option `push`. */
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
  // With the profile "max" the next visitor would still get the old page.
  for (const tag of tags) revalidateTag(tag, { expire: 0 });
  return new Response(null, { status: 204 });
}
