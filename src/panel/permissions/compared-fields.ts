import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../constants';
import { addressFields } from '../../mapping/address';
import type { SourcePlan } from '../../mapping/plan';
import { shownFields } from './shown-fields';

/**
 * Fields of a saved entry that the panel tells of beside its form: where it is, since when, and what it
 * leads to.
 */
export const comparedFields = (strapi: Core.Strapi, source: SourcePlan): string[] => {
  const { address, date, shows } = source;
  const paths = [
    ...addressFields(address),
    ...(date ? [date] : []),
    ...shows.flatMap(({ path, contentType }) => (contentType === FILE_UID ? [] : [path])),
  ].map((path) => `${path.join('.')}.`);
  return shownFields(strapi, source).filter((field) =>
    paths.some((path) => path.startsWith(`${field}.`)),
  );
};
