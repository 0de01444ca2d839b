import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { ARTICLE_UID, CORE_STORE_UID, FILE_UID, PLUGIN_ID, TAG_UID } from '../constants';
import { changedSince, SCOPES } from '../cache/cache-tags';
import { getService } from '../get-service';
import {
  type DocumentsBefore,
  documentsBefore,
  relatedIds,
  rowIds,
  rowsBefore,
  rowsSince,
  type WriteEvent,
} from './written-rows';

/** Key under which what editors set is kept. */
const SETTINGS_KEY = `plugin_${PLUGIN_ID}_settings`;

/** Articles a change may name; statements take only so many parameters. */
const NAMED_AT_MOST = 500;

/**
 * Keeps the indexes of listed and of waiting articles, and tells all nodes what changed.
 *
 * Database lifecycles, since they see each way a row is written, in the transaction of the change.
 */
export const watchChanges = (strapi: Core.Strapi): void => {
  const changes = () => getService(strapi, 'changes');
  const listings = () => getService(strapi, 'listings');

  /**
   * Articles were written or deleted, or their tags are others.
   *
   * @param articles their rows
   * @param before what was known of them before
   */
  const articlesChanged = async (
    articles: number[],
    { documents, published }: DocumentsBefore = { documents: [], published: [] },
    scopes: string[] = [],
  ): Promise<void> => {
    await strapi.db.transaction(async ({ trx }) => {
      const isNamed = articles.length <= NAMED_AT_MOST;
      const before = isNamed ? await listings().findTags(trx, articles) : [];
      // Whether a draft is waiting depends on what is published of it.
      const twins = await listings().findTwins(trx, articles, documents);
      await listings().refresh(trx, [...new Set([...articles, ...twins])]);
      if (!isNamed) return changes().announce([SCOPES.everything]);
      const after = await listings().findTags(trx, articles);
      const listed = [...before, ...after].flatMap(([tag, earliest]) => [
        SCOPES.listing(tag),
        changedSince(tag, earliest),
      ]);
      // Nobody sees a draft.
      const seen = new Set([...published, ...(await listings().findPublished(trx, articles))]);
      const changed = [...[...seen].map(SCOPES.article), ...new Set(listed), ...scopes];
      if (changed.length > 0) await changes().announce(changed);
    });
  };

  /** Articles of some tags, whether listed or not. */
  const articlesOf = async (tags: number[]): Promise<number[]> =>
    strapi.db.transaction(({ trx }) => listings().findTagged(trx, tags));

  /** Articles a tag gained or lost in a write, told by comparing. */
  const relationsChanged = (event: WriteEvent): boolean =>
    relatedIds(event.params.data?.articles) !== undefined;

  const tagsChanged = async (event: WriteEvent): Promise<void> => {
    const ids = rowIds(event) ?? [];
    const scopes = [...ids.map(SCOPES.tag), SCOPES.tags];
    if (!relationsChanged(event)) return changes().announce(scopes);
    const before = new Set((event.state.articles as number[] | undefined) ?? []);
    const after = new Set(await articlesOf(ids));
    const changed = [...before, ...after].filter((id) => before.has(id) !== after.has(id));
    return articlesChanged(changed, undefined, scopes);
  };

  /**
   * Remembers which articles show rows that are about to go: they show something else afterwards, and
   * are dated by what is left.
   */
  const beforeGone =
    (find: (trx: Knex, ids: number[]) => Promise<number[]>) =>
    async (event: WriteEvent): Promise<void> => {
      await rowsBefore(strapi, event);
      event.state.showing = await strapi.db.transaction(async ({ trx }) => {
        const articles = await find(trx, rowIds(event) ?? []);
        if (articles.length > NAMED_AT_MOST) return [SCOPES.everything];
        return (await listings().findPublished(trx, articles)).map(SCOPES.article);
      });
    };

  const shownBefore = ({ state }: WriteEvent): string[] =>
    (state.showing as string[] | undefined) ?? [];

  const tagsDeleted = async (event: WriteEvent): Promise<void> => {
    const ids = rowIds(event) ?? [];
    await strapi.db.transaction(async ({ trx }) => {
      await listings().dropTags(trx, ids);
      await changes().announce([
        ...ids.flatMap((id) => [SCOPES.tag(id), SCOPES.listing(id)]),
        SCOPES.tags,
        ...shownBefore(event),
      ]);
    });
  };

  const filesChanged = async (event: WriteEvent): Promise<void> => {
    const ids = rowIds(event);
    if (ids === undefined) return changes().announce([SCOPES.everything]);
    // Uploaded right into an article's field: the article itself is not written.
    const rows = relatedIds(event.params.data?.related, ARTICLE_UID) ?? [];
    const articles = await strapi.db.transaction(({ trx }) => listings().findPublished(trx, rows));
    const scopes = [...ids.map(SCOPES.file), ...articles.map(SCOPES.article)];
    return changes().announce([...scopes, ...shownBefore(event)]);
  };

  const articlesWritten = async (event: WriteEvent): Promise<void> => {
    const ids = rowIds(event) ?? (await rowsSince(strapi, event));
    return articlesChanged(ids, documentsBefore(event));
  };
  strapi.db.lifecycles.subscribe({
    models: [ARTICLE_UID],
    beforeUpdate: (event) => rowsBefore(strapi, event),
    beforeUpdateMany: (event) => rowsBefore(strapi, event),
    beforeDelete: (event) => rowsBefore(strapi, event),
    beforeDeleteMany: (event) => rowsBefore(strapi, event),
    afterCreate: articlesWritten,
    afterCreateMany: articlesWritten,
    afterUpdate: articlesWritten,
    afterUpdateMany: articlesWritten,
    afterDelete: articlesWritten,
    afterDeleteMany: articlesWritten,
  });

  strapi.db.lifecycles.subscribe({
    models: [TAG_UID],
    async beforeUpdate(event) {
      if (!relationsChanged(event)) return;
      await rowsBefore(strapi, event);
      event.state.articles = await articlesOf(rowIds(event) ?? []);
    },
    beforeUpdateMany: (event) => rowsBefore(strapi, event),
    beforeDelete: beforeGone(listings().findTagged),
    beforeDeleteMany: beforeGone(listings().findTagged),
    afterCreate: tagsChanged,
    afterCreateMany: () => changes().announce([SCOPES.everything]),
    afterUpdate: tagsChanged,
    afterUpdateMany: tagsChanged,
    afterDelete: tagsDeleted,
    afterDeleteMany: tagsDeleted,
  });

  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    beforeUpdateMany: (event) => rowsBefore(strapi, event),
    beforeDelete: beforeGone(listings().findIllustrated),
    beforeDeleteMany: beforeGone(listings().findIllustrated),
    afterCreate: filesChanged,
    afterUpdate: filesChanged,
    afterUpdateMany: filesChanged,
    afterDelete: filesChanged,
    afterDeleteMany: filesChanged,
  });

  const settingsChanged = async ({ result }: { result?: unknown }): Promise<void> => {
    const { key } = (result ?? {}) as { key?: unknown };
    if (key === SETTINGS_KEY) await changes().announce([SCOPES.everything]);
  };
  strapi.db.lifecycles.subscribe({
    models: [CORE_STORE_UID],
    afterCreate: settingsChanged,
    afterUpdate: settingsChanged,
    afterDelete: settingsChanged,
  });
};
