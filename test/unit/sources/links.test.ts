import { follow, followBack, type Joined, type Link } from '../../../src/sources/links';

const LINK: Link = {
  target: 'api::label.label',
  table: 'links',
  from: 'from',
  to: 'to',
  where: {},
};

/** Rows of a table of links that answers each question with all it has. */
const tableOf = (joined: Joined[]) => {
  const query = {
    whereIn: () => query,
    where: () => query,
    whereNotNull: () => query,
    select: () => query,
    then: (use: (found: Joined[]) => unknown) => Promise.resolve(joined).then(use),
  };
  return { rows: () => query as never };
};

describe('links between entries', () => {
  it('are followed from a topic to as many entries as a large archive has', async () => {
    const joined = Array.from({ length: 250_000 }, (_, index) => ({ from: index, to: 1 }));
    expect(await followBack(tableOf(joined), LINK, [1])).toHaveLength(joined.length);
  });

  it('are followed from an entry to as many', async () => {
    const joined = Array.from({ length: 250_000 }, (_, index) => ({ from: 1, to: index }));
    expect(await follow(tableOf(joined), LINK, [1])).toHaveLength(joined.length);
  });
});
