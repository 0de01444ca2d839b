import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import { TAG_UID } from '../../constants';
import { panelParts } from '../panel-parts';
import type { MergeProgress } from '../admin-api';
import { respondInLines, wantsLines } from '../json-lines';
import { mayWriteType } from '../permissions/permitted-rows';
import { findNamesake } from '../tag-namesake';
import { documentId, locale, savedId, typedText } from './named-entries';
import { read } from './query';

const into = z.string('the document id of the tag that stays').pipe(documentId.min(1));

const mergeSchema = z.object({ into });

const mergedSchema = z.object({ documentId });

const namesakeSchema = z.object({ name: typedText(300), locale, own: savedId });

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Another tag that has the name which somebody types, told to whoever may write tags. */
  async findNamesake(ctx: Context): Promise<void> {
    const named = read(namesakeSchema, ctx.query);
    const { userAbility } = ctx.state;
    if (!mayWriteType(strapi, userAbility, TAG_UID)) throw new errors.ForbiddenError();
    ctx.body = { data: await findNamesake(strapi, userAbility, named) };
  },

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
