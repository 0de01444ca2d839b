import type { Core } from '@strapi/strapi';

import { articlesOf, tagsOf } from './content';

/** What a test asks of a Strapi node, in its own process or another. */
export type Task =
  | { do: 'createTag'; name: string }
  | { do: 'publish'; title: string; slug: string; tags: string[]; date?: string }
  | { do: 'retitle'; article: string; title: string }
  | { do: 'unpublish'; article: string }
  | { do: 'renameTag'; tag: string; title: string }
  /** Publishes one article after the other, without end: to be killed meanwhile. */
  | { do: 'publishForEver'; tags: string[]; prefix: string }
  /** Begins a change and takes it back. */
  | { do: 'rollBack'; article: string; title: string }
  /** Changes an article in a transaction that stays open for a while, in milliseconds. */
  | { do: 'retitleSlowly'; article: string; title: string; holdFor: number };

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Does a task; the document id of what it created, if anything. */
export const runTask = async (strapi: Core.Strapi, task: Task): Promise<string | undefined> => {
  const articles = articlesOf({ strapi });
  const tags = tagsOf({ strapi });
  const publish = async (data: Record<string, unknown>) =>
    (await articles.create({ data, status: 'published' })).documentId;
  const retitle = (documentId: string, title: string) =>
    articles.update({ documentId, data: { title }, status: 'published' });

  switch (task.do) {
    case 'createTag':
      return (await tags.create({ data: { name: task.name, slug: task.name } })).documentId;
    case 'publish': {
      const { title, slug, tags: carried, date } = task;
      return publish({ title, slug, tags: carried, date });
    }
    case 'retitle':
      await retitle(task.article, task.title);
      return undefined;
    case 'unpublish':
      await articles.unpublish({ documentId: task.article });
      return undefined;
    case 'renameTag':
      await tags.update({ documentId: task.tag, data: { title: task.title } });
      return undefined;
    case 'publishForEver':
      for (let number = 1; ; number += 1) {
        const slug = `${task.prefix}-${number}`;
        await publish({ title: slug, slug, tags: task.tags });
      }
    case 'rollBack':
      await strapi.db
        .transaction(async () => {
          await retitle(task.article, task.title);
          throw new Error('taken back');
        })
        .catch(() => undefined);
      return undefined;
    case 'retitleSlowly':
      await strapi.db.transaction(async () => {
        await retitle(task.article, task.title);
        await wait(task.holdFor);
      });
      return undefined;
  }
};
