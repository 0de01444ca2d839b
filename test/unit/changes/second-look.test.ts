import { createSecondLook } from '../../../src/changes/second-look';
import { MAPPED_PLAN, NEWS_UID } from '../../helpers/mapped-plan';

const news = MAPPED_PLAN.sources.find(({ contentType }) => contentType === NEWS_UID)!;
const WAS = new Map([['a en', 'there']]);
const IS = new Map([['a en', 'elsewhere']]);

/** A look at entries that are elsewhere, in a database that refuses some of the first statements. */
const lookAgain = ({ refused }: { refused: number }) => {
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
  const look = createSecondLook(strapi as never, {
    transactions: { rows: () => undefined as never },
    sources: [{ contentType: NEWS_UID, source: news, readPlaces }],
    relatedWrites: { noteRows: () => Promise.resolve() },
  });
  const settled: unknown[][] = [];
  const after = () =>
    look.after(
      { places: new Map([[NEWS_UID, { documentIds: ['a'], places: WAS }]]), moved: [] },
      (notes) => Promise.resolve(void settled.push(notes)),
    );
  return { after, stop: look.stop, settled, errors };
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
    expect({ settled, errors }).toEqual({ settled: [], errors: [new Error('deadlock')] });
  });

  it('is taken before the end, as are those that wait', async () => {
    const { after, stop, settled } = lookAgain({ refused: 0 });
    await Promise.all([after(), after()]);
    await stop();
    expect(settled).toEqual([FOUND, FOUND]);
  });
});
