import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { panelParts } from '../panel-parts';
import type { MergeProgress } from '../admin-api';
import { respondInLines, wantsLines } from '../json-lines';
import { documentId } from './named-entries';
import { read } from './query';

const into = z.string('the document id of the tag that stays').pipe(documentId.min(1));

const mergeSchema = z.object({ into });

const mergedSchema = z.object({ documentId });

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** What a merge of the tag of the path into another would do. */
  async previewMerge(ctx: Context): Promise<void> {
    const { into } = read(mergeSchema, ctx.query);
    const { documentId: from } = read(mergedSchema, ctx.params);
    ctx.body = { data: await panelParts.of(strapi).tagMerge.preview(from, into) };
  },

  /** Merges the tag of the path into another, which is answered with; in lines, with its progress. */
  async merge(ctx: Context): Promise<void> {
    const { into } = read(mergeSchema, ctx.request.body);
    const { documentId: from } = read(mergedSchema, ctx.params);
    const { tagMerge } = panelParts.of(strapi);
    if (wantsLines(ctx)) {
      respondInLines<MergeProgress>(ctx, strapi, (onProgress) =>
        tagMerge.merge(from, into, onProgress),
      );
      return;
    }
    ctx.body = { data: await tagMerge.merge(from, into) };
  },
});
