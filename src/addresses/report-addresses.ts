import type { Core } from '@strapi/strapi';

import { addressFields, isWhole } from '../mapping/address';
import type { Plan, SourcePlan, TopicPlan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';
import type { WithoutAddressFinder } from './without-address';

/**
 * Own fields of an address that hold any text: Strapi makes and checks those alone that are `uid`. Whole
 * paths are checked one by one, in the panel.
 */
const textFields = (
  strapi: Core.Strapi,
  { contentType, address }: SourcePlan | TopicPlan,
): string[] => {
  if (isWhole(address)) return [];
  const { attributes } = strapi.getModel(contentType as never) as unknown as {
    attributes: Record<string, { type: string } | undefined>;
  };
  const fields = addressFields(address).flatMap((path) => ownField(path) ?? []);
  return [...new Set(fields)].filter((field) =>
    ['string', 'text'].includes(attributes[field]?.type ?? ''),
  );
};

/**
 * Says at start which fields of addresses hold texts that no address can have: their entries and topics are
 * 404, and items do not name them.
 */
export const reportAddresses = async (
  strapi: Core.Strapi,
  {
    plan,
    withoutAddress,
  }: { plan: Plan; withoutAddress: Pick<WithoutAddressFinder, 'countInvalid'> },
): Promise<void> => {
  for (const part of [...plan.topicTypes, ...plan.sources]) {
    for (const field of textFields(strapi, part)) {
      const { all, invalid, example } = await withoutAddress.countInvalid(part, field);
      if (invalid === 0) continue;
      strapi.log.warn(
        `Syndication: ${part.contentType}: ${invalid} of ${all} have a text in "${field}" that no address can have, such as ${JSON.stringify((example ?? '').slice(0, 60))}: an address takes letters, digits and "-_.~@". They have no page and no feed. Use a field of the kind "uid" in the option "address".`,
      );
    }
  }
};
