import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { Overview, OverviewEntry } from './admin-api';
import { listIn, SITE_LIST } from '../catalogue/catalogue-table';
import type { ListedEntry } from '../catalogue/windows';
import { toDatedEntry } from './feed-list';
import { openPanel, type Panel } from './panel';
import { type EntryRights, userOf } from './permissions/entry-rights';

/** Entries of each kind that are told of: a look in passing. */
const TOLD = 3;

/** Scheduled ones that are looked at for some that the user may read. */
const LOOKED_AT = 50;

type Told = Pick<ListedEntry, 'contentType' | 'documentId' | 'locale' | 'title' | 'date'> & {
  timeZone: string;
};

/**
 * What readers have newest and what they get next, whatever its feed and its language. Scheduled entries
 * that the user may not read are left out; what is published is public.
 */
const findOverview = async (
  { editions, states }: Pick<Panel, 'editions' | 'states'>,
  now: Date,
  { mayRead, mayEdit }: EntryRights,
): Promise<Overview> => {
  const found = await Promise.all(
    editions.map(async ({ mark, inForce: { timeZone }, queries }) => {
      const inZone = <Entry extends object>(entry: Entry) => ({ ...entry, timeZone });
      const scheduled = await states.findScheduled(listIn(mark, SITE_LIST), now, LOOKED_AT);
      const newest = await queries.findWindow({ limit: TOLD, now });
      return {
        newest: newest.map(inZone),
        scheduled: scheduled.map(inZone),
      };
    }),
  );
  const byDate = (one: Told, other: Told): number => one.date.getTime() - other.date.getTime();
  const newest = found
    .flatMap(({ newest }) => newest)
    .sort((one, other) => byDate(other, one))
    .slice(0, TOLD);
  const upcoming = found
    .flatMap(({ scheduled }) => scheduled)
    .sort(byDate)
    .slice(0, LOOKED_AT);
  const scheduled = upcoming.filter(await mayRead(upcoming)).slice(0, TOLD);
  const isEditable = await mayEdit([...newest, ...scheduled]);
  const toEntry = (entry: Told): OverviewEntry => ({
    ...toDatedEntry(entry, isEditable),
    timeZone: entry.timeZone,
  });
  return {
    newest: newest.map(toEntry),
    scheduled: scheduled.map(toEntry),
  };
};

export const overviewController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const panel = await openPanel(strapi);
    const user = userOf(panel, ctx);
    ctx.body = { data: await findOverview(panel, user.now, user) };
  },
});
