import { createSecondLook } from '../../../src/changes/second-look';
import { MAPPED_PLAN, NEWS_UID } from '../../helpers/mapped-plan';

const news = MAPPED_PLAN.sources.find(({ contentType }) => contentType === NEWS_UID)!;
const WAS = new Map([['a en', 'there']]);
const IS = new Map([['a en', 'elsewhere']]);

interface Site {
  /** Statements that the database refuses, of the first ones. */
  refused?: number;
  /** Whether another transaction of the node wrote at the same time. */
  isBesideWriter?: boolean;
  hasOthers?: boolean;
  /** Documents of which the catalogue says something wrong, whatever is written. */
  wrong?: string[];
}

/** A look at entries that are elsewhere. */
const lookAgain = ({
  refused = 0,
  isBesideWriter = false,
  hasOthers = false,
  wrong = [],
}: Site) => {
  let asked = 0;
  const errors: unknown[] = [];
  const readPlaces = () => {
    asked += 1;
    return asked <= refused ? Promise.reject(new Error('deadlock')) : Promise.resolve(IS);
  };
  const strapi = {
    db: {
      dialect: { client: 'postgres' },
      transaction: (use: (parts: { onCommit: (then: () => void) => void }) => unknown) =>
        use({ onCommit: (then) => then() }),
    },
    log: { error: (error: unknown) => errors.push(error) },
  };
  const findWrong = jest.fn(() => Promise.resolve(wrong));
  const findSharing = () => Promise.resolve([]);
  const look = createSecondLook(strapi as never, {
    transactions: { rows: () => undefined as never, watchWriters: () => () => isBesideWriter },
    catalogue: { findWrong, findOn: () => Promise.resolve([]) },
    log: { hasOthers: () => hasOthers, isAway: () => false, onRecovery: () => undefined },
    sources: [{ contentType: NEWS_UID, source: news, readPlaces, findSharing }],
    relatedWrites: { noteRows: () => Promise.resolve() },
    idRivals: { separate: () => Promise.resolve() },
  });
  const settled: unknown[][] = [];
  const after = (places = WAS) =>
    look.after(
      {
        documents: new Map([[NEWS_UID, ['a', 'b']]]),
        dropped: [],
        places: new Map([[NEWS_UID, { documentIds: ['a'], places }]]),
        moved: [],
        newIds: new Map(),
      },
      (notes) => Promise.resolve(void settled.push(notes)),
    );
  return { after, stop: look.stop, settled, errors, findWrong };
};

const FOUND = [{ contentType: NEWS_UID, documentId: 'a', locale: 'en', isMoved: true }];

describe('a second look after a commit', () => {
  it('is taken again where the database ended it', async () => {
    const { after, stop, settled, errors } = lookAgain({ refused: 2 });
    await after();
    await stop();
    expect({ settled, errors }).toEqual({ settled: [FOUND], errors: [] });
  });

  it('is given up, and that is said, where the database goes on refusing it', async () => {
    const { after, stop, settled, errors } = lookAgain({ refused: 5 });
    await after();
    await stop();
    expect({ settled, errors }).toEqual({
      settled: [],
      errors: [expect.stringMatching(/^Syndication: Error: deadlock\n/)],
    });
  });

  it('is taken before the end, as are those that wait', async () => {
    const { after, stop, settled } = lookAgain({});
    await Promise.all([after(), after()]);
    await stop();
    expect(settled.flat()).toEqual([...FOUND, ...FOUND]);
  });

  it('asks nothing of the catalogue where nobody else was writing', async () => {
    const { after, stop, findWrong } = lookAgain({ wrong: ['b'] });
    await after();
    await stop();
    expect(findWrong).not.toHaveBeenCalled();
  });

  it.each([{ isBesideWriter: true }, { hasOthers: true }])(
    'has what the catalogue says wrongly written anew: %j',
    async (others) => {
      const { after, stop, settled } = lookAgain({ ...others, wrong: ['b'] });
      await after(IS);
      await stop();
      expect(settled).toEqual([[{ contentType: NEWS_UID, documentId: 'b', locale: '' }]]);
    },
  );

  it('is taken at once for all that wait for it', async () => {
    const { after, stop, findWrong } = lookAgain({ isBesideWriter: true });
    await Promise.all(Array.from({ length: 20 }, () => after(IS)));
    await stop();
    expect(findWrong).toHaveBeenCalledTimes(1);
    expect(findWrong).toHaveBeenCalledWith(NEWS_UID, ['a', 'b']);
  });

  it('gives up writing what no writing mends', async () => {
    const { after, stop, settled } = lookAgain({ isBesideWriter: true, wrong: ['b'] });
    for (let looked = 0; looked < 10; looked += 1) {
      await after(IS);
      await stop();
    }
    expect(settled.flat()).toHaveLength(5);
  });
});
