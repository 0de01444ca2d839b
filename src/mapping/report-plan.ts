import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../lib/constants';
import type { SyndicationOptions } from '../options/options';
import { VALUES_PART } from './compile-topics';
import { type DescribedType, describePlan } from './describe';
import type { MappedPart, Plan } from './plan';
import { siteSchemas } from './site-plan';

const ROLES: Record<DescribedType['role'], string> = {
  source: 'Source',
  page: 'Pages',
  topic: 'Topic type',
  author: 'Authors',
};

/** Parts that are said to be missing: what most readers would look for. */
const EXPECTED = ['summary', 'body', 'author', 'cover', 'enclosure', 'topics'];

/** Fields that a line names: of a type with a hundred the others are in the panel. */
const SAID_FIELDS = 20;

const list = (names: readonly string[], last: 'and' | 'or' = 'and'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;

const sayFields = ({ key, from }: MappedPart): string =>
  from.length === 1 && from[0] === key ? key : `${key} from ${from.join(', ')}`;

const sayPart = (part: MappedPart): string =>
  part.key === VALUES_PART
    ? `their values at ${part.from.join(', ')}`
    : sayFields(part) + (part.note === undefined ? '' : ` (${part.note})`);

const sayGuessed = (parts: readonly MappedPart[]): string => {
  // Where values are is said behind "topics", which is the key that a mapping has.
  const keys = parts.filter(({ key }) => key !== VALUES_PART);
  const guessed = keys.filter(({ isGuessed }) => isGuessed);
  const given = keys.filter(({ isGuessed }) => !isGuessed);
  if (guessed.length === 0) return '';
  if (given.length === 0) return ' (all guessed)';
  return given.length < guessed.length
    ? ` (guessed, but for ${list(given.map(({ key }) => key))})`
    : ` (guessed: ${list(guessed.map(({ key }) => key))})`;
};

/** What a type lacks that readers would look for. */
const sayMissing = ({ parts, role, unread }: DescribedType): string[] => {
  const missing = parts.filter(({ from }) => from.length === 0).map(({ key }) => key);
  const absent = EXPECTED.filter((key) => missing.includes(key));
  const dates = unread.filter(({ why }) => why?.startsWith('a date:')).map(({ field }) => field);
  const others = dates.length === 0 ? '' : `; there is also ${list(dates)}`;
  return [
    ...(role === 'source' && missing.includes('date')
      ? [`Date: the first publication${others}.`]
      : []),
    ...(['source', 'page'].includes(role) && absent.length > 0
      ? [`No ${list(absent, 'or')}.`]
      : []),
  ];
};

const sayUnread = (unread: DescribedType['unread']): string[] => {
  if (unread.length === 0) return [];
  const said = unread
    .slice(0, SAID_FIELDS)
    .map(({ field, why }) => (why === undefined ? field : `${field} (${why})`));
  const rest = unread.length - said.length;
  return [`Not read: ${said.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`];
};

/** A type in one line of the log: where it is, what was found, what was not, and what nobody gets. */
export const sayType = (type: DescribedType): string => {
  const { role, contentType, name, parts, unread } = type;
  const given = parts.filter(({ from }) => from.length > 0);
  const address = given.find(({ key }) => key === 'address')?.from.join('') ?? '';
  const said = given.filter(({ key }) => key !== 'address').map(sayPart);
  return [
    `${ROLES[role]} "${name}" (${contentType}) at ${address}: ${said.join('; ')}${sayGuessed(given)}.`,
    ...sayMissing(type),
    ...sayUnread(unread),
  ].join(' ');
};

/** Says at start what is published and what was guessed, where the site maps types of its own. */
export const reportPlan = (strapi: Core.Strapi, { plan }: { plan: Plan }): void => {
  const { sources, pages } = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  if (sources === undefined && pages === undefined) return;
  // Of a server alone: the commands of Strapi start everything else as well.
  strapi.server.httpServer.once('listening', () => {
    for (const type of describePlan(plan, siteSchemas(strapi))) {
      strapi.log.info(`Syndication: ${sayType(type)}`);
    }
  });
};
