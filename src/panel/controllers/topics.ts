import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { panelParts } from '../panel-parts';
import { entryRights } from '../permissions/entry-rights';
import { knownTopics } from '../permissions/known-topics';
import { permittedEntries } from '../permissions/permitted-rows';
import { describeTypes } from '../published-types';
import { contentType, documentId, locale } from './named-entries';
import { read } from './query';

const topicSchema = z.object({ contentType, documentId: documentId.min(1), locale });

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** What readers have of a topic; null for what is none, and for who may not read it. */
  async findOne(ctx: Context): Promise<void> {
    const asked = read(topicSchema, { ...ctx.query, ...ctx.params });
    const parts = panelParts.of(strapi);
    const ability: unknown = ctx.state.userAbility;
    const { mayEdit } = entryRights(strapi, parts, ability);
    const now = new Date();
    ctx.body = {
      data: await parts.topicDetails.find(asked, now, {
        mayEdit,
        filterTopics: knownTopics(strapi, parts, ability, now),
        async mayRead({ contentType: uid, ...topic }) {
          // Of what readers do not have, only why is told.
          const wish = { ability, uid, action: 'read' } as const;
          return (await permittedEntries(strapi, wish, [topic]))(topic);
        },
      }),
    };
  },

  /** Tells every user what content types are to the plugin: names of fields, and of no entry. */
  findTypes(ctx: Context): void {
    ctx.body = { data: describeTypes(panelParts.of(strapi).plan) };
  },
});
