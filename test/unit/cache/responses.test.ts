import { expireAt, incompleteUntil } from '../../../src/lib/cache-tags';
import { createResponses } from '../../../src/cache/responses';

/** Responses made from a database that is well, until a test says that it answers nothing. */
const setUp = () => {
  let stalls = false;
  let troubled = false;
  let recover = (): void => undefined;
  const changeLog = {
    isCacheUsable: () => true,
    isAway: () => false,
    isUnresponsive: () => troubled,
    catchUp: async () => {
      troubled = stalls;
    },
    untilReadable: async () => undefined,
    untilIndexed: () => undefined,
    onRecovery: (act: () => void) => {
      recover = act;
    },
    findModified: async () => 0,
  };
  const configured = () => ({
    baseUrl: 'https://www.example.com',
    cache: 'ahead',
    cacheBytes: 1e6,
    templates: {},
    push: {},
  });
  const responses = createResponses(
    { db: { inTransaction: () => false } } as never,
    { changeLog, settings: { configured } } as never,
  );
  return {
    ...responses,
    stall: () => {
      stalls = true;
    },
    recover,
  };
};

const never = () => new Promise<never>(() => undefined);

describe('a response that has ended', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is given soon when the database stalls while the next is made', async () => {
    const { find, stall } = setUp();
    await find('/', async () => {
      expireAt(new Date(Date.now() + 1_000));
      return { kind: 'gone' };
    });
    await jest.advanceTimersByTimeAsync(2_000);
    let given: unknown;
    const asking = find('/', never).then((response) => {
      given = response;
    });
    // Noticed after the request has come.
    await jest.advanceTimersByTimeAsync(0);
    stall();
    await jest.advanceTimersByTimeAsync(1_500);
    expect(given).toMatchObject({ kind: 'gone' });
    await asking;
  });

  it('is not given while the database is well, however long the next takes', async () => {
    const { find } = setUp();
    await find('/', async () => {
      expireAt(new Date(Date.now() + 1_000));
      return { kind: 'gone' };
    });
    await jest.advanceTimersByTimeAsync(2_000);
    const asking = find('/', async () => {
      await new Promise((done) => setTimeout(done, 5_000));
      return { kind: 'redirect', location: '/next/' };
    });
    await jest.advanceTimersByTimeAsync(6_000);
    expect(await asking).toMatchObject({ kind: 'redirect' });
  });
});

describe('a response that went without a rendering', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const document = (body: string) => ({
    ...{ kind: 'document' as const, body, mediaType: 'text/html' },
  });

  it('has no date, is given as long as there is no other, and the whole one has its date', async () => {
    const { find } = setUp();
    const made = await find('/', async () => {
      incompleteUntil(new Date(Date.now() + 10_000));
      return document('Plain');
    });
    expect(made).not.toHaveProperty('modified');
    const respond = async () => document('Whole');
    await jest.advanceTimersByTimeAsync(9_999);
    expect(await find('/', respond)).toBe(made);
    await jest.advanceTimersByTimeAsync(1);
    expect(await find('/', respond)).toMatchObject({ modified: 0 });
  });

  it('is not what shows an article that waits for its date', async () => {
    const { find } = setUp();
    const made = find('/', async () => {
      expireAt(new Date(Date.now() + 10_000));
      return document('Whole');
    });
    expect(await made).toMatchObject({ modified: 0 });
  });
});

describe('a response that was under way in an outage', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Waits for a response that a test ends, and for the one that is made after the outage. */
  const setUpTwo = async () => {
    const { find, recover } = setUp();
    const ends: ((end: { kind: 'gone' } | Error) => void)[] = [];
    const respond = () =>
      new Promise<{ kind: 'gone' }>((done, fail) => {
        ends.push((end) => (end instanceof Error ? fail(end) : done(end)));
      });
    const given = [find('/', respond), find('/', respond)];
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(1);
    recover();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(2);
    return { given: Promise.all(given), ends };
  };
  const both = [{ kind: 'gone' }, { kind: 'gone' }];

  it('is made anew once for all who wait', async () => {
    const { given, ends } = await setUpTwo();
    ends[1]!({ kind: 'gone' });
    expect(await given).toMatchObject(both);
  });

  it('is given when it is done first: it was merely slow', async () => {
    const { given, ends } = await setUpTwo();
    ends[0]!({ kind: 'gone' });
    expect(await given).toMatchObject(both);
  });

  it('is given as a later request finds it when the one made anew waits for ever, too', async () => {
    const { find, recover } = setUp();
    const given = find('/', never);
    await jest.advanceTimersByTimeAsync(1_000);
    recover();
    // By then nobody joins what was begun after the outage.
    await jest.advanceTimersByTimeAsync(11_000);
    const gone = { kind: 'gone' };
    expect(await find('/', async () => gone as { kind: 'gone' })).toMatchObject(gone);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await Promise.race([given, Promise.resolve('nothing')])).toMatchObject(gone);
  });

  it('is made anew once more after a second outage, though it comes soon', async () => {
    const { find, recover } = setUp();
    recover();
    await jest.advanceTimersByTimeAsync(1_000);
    const made = jest.fn(never);
    const given = find('/', made as never);
    recover();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(made).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(made).toHaveBeenCalledTimes(2);
    given.catch(() => undefined);
  });

  it('is waited for no more when it fails', async () => {
    const { given, ends } = await setUpTwo();
    ends[0]!(new Error('Connection lost'));
    await jest.advanceTimersByTimeAsync(1_000);
    ends[1]!({ kind: 'gone' });
    expect(await given).toMatchObject(both);
  });
});
