import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';

import type { SourceExample } from '../admin-api';
import { PERMISSIONS } from '../../constants';
import { panelParts } from '../panel-parts';
import { type Ability, mayReadType, permittedEntries } from '../permissions/permitted-rows';
import { findWithheldFor } from '../permissions/related-entries';
import { shownFields } from '../permissions/shown-fields';
import type { ExampleRights } from '../source-examples';

const withoutProblems = ({ problems: _, ...example }: SourceExample): SourceExample => example;

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const rightsOf = (ability: Ability): ExampleRights => ({
    mayRead: (source, entries) => {
      const { contentType: uid } = source;
      const fields = shownFields(strapi, source);
      return permittedEntries(strapi, { ability, uid, action: 'read', fields }, entries);
    },
    mayEdit: ({ contentType: uid }, entries) =>
      permittedEntries(strapi, { ability, uid, action: 'update' }, entries),
    findWithheld: findWithheldFor(strapi, ability),
  });

  return {
    /** What is published and what could be. */
    find(ctx: Context): void {
      const ability: Ability = ctx.state.userAbility;
      ctx.body = {
        data: panelParts.of(strapi).sourceList.find((uid) => mayReadType(strapi, ability, uid)),
      };
    },

    /** The newest entry of a content type as the item it becomes. */
    async findExample(ctx: Context): Promise<void> {
      const uid = String(ctx.params.uid);
      const ability: Ability = ctx.state.userAbility;
      const { sourceList, sourceExamples } = panelParts.of(strapi);
      const plan = sourceList.planFor(uid);
      if (!plan) throw new errors.NotFoundError('There is no source of this content type.');
      const example = mayReadType(strapi, ability, uid)
        ? await sourceExamples.find(plan, uid, new Date(), rightsOf(ability))
        : null;
      const maySeeProblems = ctx.state.userAbility.can(PERMISSIONS.readProblems);
      ctx.body = { data: example && (maySeeProblems ? example : withoutProblems(example)) };
    },
  };
};
