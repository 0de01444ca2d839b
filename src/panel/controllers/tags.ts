import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { partsOf } from '../../compose';
import type { MergeProgress } from '../admin-api';
import { respondInLines, wantsLines } from '../json-lines';
import { read } from './query';

const mergeSchema = z.object({
  into: z.string('the document id of the tag that stays').min(1).max(100),
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Merges the tag of the path into another, which is answered with; in lines, with its progress. */
  async merge(ctx: Context): Promise<void> {
    const { into } = read(mergeSchema, ctx.request.body);
    const from = String(ctx.params.documentId);
    const { tagMerge } = partsOf(strapi);
    if (wantsLines(ctx)) {
      respondInLines<MergeProgress>(ctx, strapi, (onProgress) =>
        tagMerge.merge(from, into, onProgress),
      );
      return;
    }
    ctx.body = { data: await tagMerge.merge(from, into) };
  },
});
