import type { Core } from '@strapi/strapi';

import { followLink, followLinkBack, type Joined, type Link } from '../../../src/catalogue/links';

const LINK: Link = {
  target: 'api::label.label',
  table: 'links',
  from: 'from',
  to: 'to',
  where: {},
};

/** A Strapi in whose database each query is this one. */
const asStrapi = (query: object) => ({ db: { connection: () => query } }) as unknown as Core.Strapi;

/** Rows of a table of links that answers each question with all it has. */
const tableOf = (joined: Joined[]) => {
  const query = {
    whereIn: () => query,
    where: () => query,
    whereNotNull: () => query,
    select: () => query,
    then: (use: (found: Joined[]) => unknown) => Promise.resolve(joined).then(use),
  };
  return asStrapi(query);
};

describe('links between entries', () => {
  it('are followed from a topic to as many entries as a large archive has', async () => {
    const joined = Array.from({ length: 250_000 }, (_, index) => ({ from: index, to: 1 }));
    expect(await followLinkBack(tableOf(joined), LINK, [1])).toHaveLength(joined.length);
  });

  it('are followed from an entry to as many', async () => {
    const joined = Array.from({ length: 250_000 }, (_, index) => ({ from: 1, to: index }));
    expect(await followLink(tableOf(joined), LINK, [1])).toHaveLength(joined.length);
  });

  it('are followed back from many components in one pass over the table, in stretches', async () => {
    const joined = Array.from({ length: 25_000 }, (_, index) => ({
      id: index + 1,
      from: index,
      to: index + 1,
    }));
    let asked = 0;
    let after = 0;
    const query = {
      where: (column: unknown, _sign?: string, value?: number) => {
        if (column === 'id') after = value!;
        return query;
      },
      whereNotNull: () => query,
      select: () => query,
      orderBy: () => query,
      limit: (limit: number) => {
        asked += 1;
        return Promise.resolve(joined.filter(({ id }) => id > after).slice(0, limit));
      },
    };
    const ids = Array.from({ length: 12_000 }, (_, index) => 2 * index + 1);
    const link = { ...LINK, isToComponent: true };
    const found = await followLinkBack(asStrapi(query), link, ids);
    expect(found).toEqual(ids.map((id) => ({ from: id - 1, to: id })));
    expect(asked).toBe(3);
  });
});
