import type { Core } from '@strapi/strapi';

import { listIn, topicList, topicOfList, unmarked } from '../catalogue/catalogue-table';
import { findLists } from '../catalogue/queries';
import { show } from '../lib/messages';
import type { Transactions } from '../lib/transactions';
import { marksOf, type Plan } from '../mapping/plan';
import { slugOfValueId } from '../mapping/value-topics';
import type { PublishedLocale } from '../options/locales';
import type { AddressLayouts } from './address-layouts';
import type { WithoutAddressFinder } from './without-address';

/** Entries and topics without an address that are looked at: the ones last changed. */
const LOOKED_AT = 100;

/**
 * Says at start of which text no address can be made: the entry or topic that has it is 404, and items do not
 * name it. The panel lists all of them.
 */
export const reportAddresses = async (
  strapi: Core.Strapi,
  {
    editions,
    withoutAddress,
  }: {
    editions: readonly { locale: PublishedLocale | undefined }[];
    withoutAddress: Pick<WithoutAddressFinder, 'find'>;
  },
): Promise<void> => {
  const told = new Set<string>();
  for (const { locale } of editions) {
    const { entries } = await withoutAddress.find(locale, LOOKED_AT);
    for (const { contentType, invalid } of entries) {
      for (const { field, text } of invalid) {
        if (told.has(`${contentType} ${field}`)) continue;
        told.add(`${contentType} ${field}`);
        strapi.log.warn(
          `Syndication: ${contentType}: "${field}" has texts that no address can have, such as ${JSON.stringify(text.slice(0, 60))}: an address takes letters, digits and "-_.~@". They have no page and no feed; Feeds > Needs attention lists them. Use a field of the kind "uid" in the option "address".`,
        );
      }
    }
  }
};

/** Says at start where readers of one language get another now, since the option `locales` has changed. */
export const warnOfTakenPaths = (
  strapi: Core.Strapi,
  { layouts }: { layouts: Pick<AddressLayouts, 'takenPaths'> },
): void => {
  for (const [code, path, from] of layouts.takenPaths()) {
    strapi.log.warn(
      `Syndication: the option "locales" has ${show(code)} at ${show(`${path}/`)}, where ${show(from)} was: who subscribed to the feeds there in one language gets the other now. Ids stay with the languages they were given to. Unless it is meant, give each locale the "path" it had; the first one has none by default.`,
    );
  }
};

/** Values that a line of the log names. */
const SAID_VALUES = 20;

/**
 * Says at start which topics are values that no enumeration has any more: their entries keep them, and no editor
 * can choose them again.
 */
export const reportRemovedValues = async (
  strapi: Core.Strapi,
  { plan, transactions }: { plan: Plan; transactions: Pick<Transactions, 'rows'> },
): Promise<void> => {
  for (const { contentType, address, known } of plan.valueTypes ?? []) {
    if (!known) continue;
    const removed = new Set<string>();
    for (const mark of marksOf(plan)) {
      const start = listIn(mark, topicList(contentType, ''));
      for (const list of await findLists(strapi, transactions, start)) {
        const { documentId = '' } = topicOfList(unmarked(list)) ?? {};
        const slug = slugOfValueId(contentType, documentId);
        if (slug !== undefined && !known.has(slug)) removed.add(slug);
      }
    }
    if (removed.size === 0) continue;
    const said = [...removed].slice(0, SAID_VALUES).map((slug) => address.directory + slug + '/');
    const rest = removed.size > said.length ? ' and others' : '';
    strapi.log.warn(
      `Syndication: ${said.join(', ')}${rest}: entries still have values that were taken out of the enumeration. Their pages and feeds stay as long as an entry has them. Put the values back, or give these entries others.`,
    );
  }
};
