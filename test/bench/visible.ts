import type { App } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { bareTimes } from './response-time';
import { median } from './median';

/**
 * Milliseconds from the end of a publication to a response that shows it, on the same node; and to
 * the same bytes from bare Koa, which has them ready.
 */
export const measureVisible = async (
  app: App,
  tag: string,
): Promise<{ visible: number; bare: number }> => {
  const editor = createEditor(app);
  const { documentId } = (await app.strapi.db
    .query('plugin::syndication.tag')
    .findOne({ where: { slug: tag } })) as { documentId: string };
  const times: number[] = [];
  for (let number = 0; number < 20; number += 1) {
    const slug = `visible-${number}`;
    const id = await editor.draft({ slug, title: slug, tags: [documentId], date: new Date() });
    await (await app.get(`/tags/${tag}/index.xml`)).text();
    await editor.publish(id);
    const began = performance.now();
    const feed = await (await app.get(`/tags/${tag}/index.xml`)).text();
    times.push(performance.now() - began);
    if (!feed.includes(slug)) throw new Error('The publication is not visible');
  }
  const [bare = NaN] = await bareTimes([`${app.origin}/tags/${tag}/index.xml`]);
  return { visible: median(times), bare };
};
