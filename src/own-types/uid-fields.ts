import type { Core, UID } from '@strapi/strapi';

import { MAXIMUM_SLUG } from '../content/slug';
import { addressFields } from '../mapping/address';
import type { Plan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';
import { SLUGGED_TYPES } from '../mapping/slugged-types';

/** A `uid` field of the site that addresses are made of, and the text that it is made from. */
export interface UidField {
  field: string;
  /** Strapi's `targetField`. */
  heading: string;
  /** Characters that it may have. */
  longest: number;
  /** Whether the field takes a text by its other rules; a draft would be refused only at its publication. */
  accepts: (slug: string) => boolean;
}

interface Attribute {
  type: string;
  targetField?: string;
  minLength?: number;
  maxLength?: number;
  regex?: RegExp | string;
}

/**
 * The `uid` fields of the addresses of a source, or of a type of topics, that can be made from another field.
 * Our own types have rules of their own, and pages are left alone: that of a site's home often has an empty one.
 */
export const uidFields = (
  strapi: Core.Strapi,
  { sources, topicTypes }: Pick<Plan, 'sources' | 'topicTypes'>,
  contentType: string,
): UidField[] => {
  // A type may be published and group others.
  const filled = [...sources.filter(({ isPage }) => !isPage), ...topicTypes];
  const parts = filled.filter((one) => one.contentType === contentType);
  if (parts.length === 0 || contentType in SLUGGED_TYPES) return [];
  const { attributes } = strapi.contentType(contentType as UID.ContentType) as {
    attributes: Record<string, Attribute | undefined>;
  };
  const paths = parts.flatMap(({ address }) => addressFields(address));
  const names = new Set(paths.flatMap((path) => ownField(path) ?? []));
  return [...names].flatMap((field): UidField[] => {
    const attribute = attributes[field];
    const heading = attribute?.targetField;
    if (attribute?.type !== 'uid' || heading === undefined) return [];
    if (!['string', 'text'].includes(attributes[heading]?.type ?? '')) return [];
    const { minLength = 0, maxLength = MAXIMUM_SLUG, regex } = attribute;
    return [
      {
        field,
        heading,
        longest: Math.min(maxLength, MAXIMUM_SLUG),
        accepts: (slug) =>
          slug.length >= minLength &&
          slug.length <= maxLength &&
          (regex === undefined || new RegExp(regex).test(slug)),
      },
    ];
  });
};
