import type { Core } from '@strapi/strapi';

import { findOutdatedEntries } from '../../src/changes/catalogued-entries';
import { partsOf } from '../../src/compose';
import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import {
  ARTICLE_UID,
  PERMALINK_UID,
  REPUBLISHING_PARAMETER,
  TAG_UID,
} from '../../src/lib/constants';
import { articlesOf, createEditor } from './content';
import { hold } from './held-transactions';
import { type Place, publishUntil } from './publish-until';
import { saveSettings, settled, untilTold } from './state';

/** A test's task for a Strapi node, in its own process or another. */
export type Task =
  | { do: 'createTag'; name: string }
  | { do: 'publish'; title: string; slug: string; tags: string[]; date?: string }
  | { do: 'retitle'; article: string; title: string }
  /** As from the panel, by a user who chose not to notify subscribers. */
  | { do: 'retitleQuietly'; article: string; title: string }
  | { do: 'unpublish'; article: string }
  | { do: 'renameTag'; tag: string; title: string }
  | { do: 'saveSettings'; values: Record<string, unknown> }
  /** Writes past Strapi's events: only a new response shows the change. */
  | { do: 'renameTagUnnoticed'; tag: string; title: string }
  /** Publishes articles one after the other, without end, until the process is killed. */
  | { do: 'publishForEver'; tags: string[]; prefix: string }
  /**
   * Publishes an article and kills the process at a place (`publish-until.ts`); without a place, returns the
   * statement counts as JSON.
   */
  | { do: 'publishUntil'; slug: string; tags: string[]; place?: Place }
  /** Publishes an article that exists, exists as a draft, or does not exist. */
  | { do: 'publishAgain'; slug: string; tags: string[] }
  /** Number of permalinks with an article's address. */
  | { do: 'countPermalinks'; slug: string }
  /** Waits until the node knows all earlier writes. */
  | { do: 'settle' }
  /** Waits until consumers have been told of all earlier writes. */
  | { do: 'untilTold' }
  /** Changes an article in a transaction that stays open until `endHeld`. */
  | { do: 'hold'; article: string; title: string }
  | { do: 'endHeld'; how: 'commit' | 'rollBack' }
  /** Whether the catalogue contains an article: "yes" or "no". */
  | { do: 'isCatalogued'; article: string }
  /** Empties the indexes of listed and of waiting articles, as before a first start. */
  | { do: 'forgetIndexes' }
  /** Compares the indexes with the articles: "right" or "wrong". */
  | { do: 'checkIndexes' };

/** Ends the held transaction, if there is one. */
let endHeld: ((how: 'commit' | 'rollBack') => Promise<void>) | undefined;

/** Runs a task; returns the document id of what it created, if anything. */
export const runTask = async (strapi: Core.Strapi, task: Task): Promise<string | undefined> => {
  const articles = articlesOf({ strapi });
  const editor = createEditor({ strapi });
  // In one call, so that it is one transaction, unlike the editor's two.
  const publish = async (data: Record<string, unknown>) =>
    (await articles.create({ data, status: 'published' })).documentId;
  const retitle = (documentId: string, title: string) =>
    articles.update({ documentId, data: { title }, status: 'published' });

  switch (task.do) {
    case 'createTag':
      return editor.tag({ slug: task.name });
    case 'publish': {
      const { title, slug, tags: carried, date } = task;
      return publish({ title, slug, tags: carried, date });
    }
    case 'retitle':
      await retitle(task.article, task.title);
      return undefined;
    case 'retitleQuietly':
      await strapi.requestContext.run(
        {
          state: { route: { info: { pluginName: 'content-manager', type: 'admin' } } },
          originalUrl: `/content-manager/?${REPUBLISHING_PARAMETER}=quietly`,
        } as never,
        () => retitle(task.article, task.title) as never,
      );
      return undefined;
    case 'unpublish':
      await editor.unpublish(task.article);
      return undefined;
    case 'renameTag':
      await editor.changeTag(task.tag, { title: task.title });
      return undefined;
    case 'saveSettings':
      await saveSettings({ strapi }, task.values);
      return undefined;
    case 'renameTagUnnoticed':
      await strapi.db
        .connection(strapi.db.metadata.get(TAG_UID).tableName)
        .where({ document_id: task.tag })
        .update({ title: task.title });
      return undefined;
    case 'publishForEver':
      for (let number = 1; ; number += 1) {
        const slug = `${task.prefix}-${number}`;
        await publish({ title: slug, slug, tags: task.tags });
      }
    case 'publishUntil': {
      const { slug, tags: carried, place } = task;
      const publishIt = () => publish({ title: slug, slug, tags: carried });
      return JSON.stringify(await publishUntil(strapi, publishIt, place));
    }
    case 'publishAgain': {
      const { slug, tags: carried } = task;
      const draft = await articles.findFirst({ filters: { slug } });
      if (!draft) return publish({ title: slug, slug, tags: carried });
      await editor.publish(draft.documentId);
      return draft.documentId;
    }
    case 'countPermalinks': {
      const { slug } = task;
      return String(await strapi.db.query(PERMALINK_UID).count({ where: { slug } }));
    }
    case 'untilTold':
      await untilTold({ strapi });
      return undefined;
    case 'settle':
      await settled({ strapi });
      return undefined;
    case 'hold': {
      const held = hold({ strapi }, () => retitle(task.article, task.title));
      endHeld = (how) => held[how]();
      await held.done;
      return undefined;
    }
    case 'endHeld':
      await endHeld?.(task.how);
      return undefined;
    case 'isCatalogued': {
      const rows = strapi.db.connection(CATALOGUE_TABLE).where({ document_id: task.article });
      return (await rows.first('id')) ? 'yes' : 'no';
    }
    case 'forgetIndexes':
      await strapi.db.connection(CATALOGUE_TABLE).delete();
      return undefined;
    case 'checkIndexes': {
      const { connection, metadata } = strapi.db;
      const { tableName } = metadata.get(ARTICLE_UID);
      const documents: string[] = await connection(tableName).pluck('document_id');
      const listed: string[] = await connection(CATALOGUE_TABLE).pluck('document_id');
      const all = [...new Set([...documents, ...listed])];
      const wrong = await findOutdatedEntries(partsOf(strapi).indexing, ARTICLE_UID, all);
      return wrong.length === 0 ? 'right' : 'wrong';
    }
  }
};
