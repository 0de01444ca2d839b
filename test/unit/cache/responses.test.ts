import { expireAt, incompleteUntil } from '../../../src/lib/cache-tags';
import { createResponses } from '../../../src/cache/responses';

/** Responses made from a database that is well, until a test says that it answers nothing. */
const setUp = () => {
  let stalls = false;
  let troubled = false;
  const changeLog = {
    isUsable: () => true,
    isAway: () => false,
    isTroubled: () => troubled,
    catchUp: async () => {
      troubled = stalls;
    },
    untilReadable: async () => undefined,
    untilIndexed: () => undefined,
    onRecovery: () => undefined,
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
