import { DatabaseAwayError } from '../../../src/lib/database';
import { createLooks } from '../../../src/changes/change-log';

/** A database that answers, refuses, or leaves waiting, as a test says. */
const setUp = ({ staleFor = 600_000 } = {}) => {
  let mode: 'answers' | 'refuses' | 'stalls' = 'answers';
  const hanging: { answer: () => void; fail: (error: Error) => void }[] = [];
  const away = jest.fn<void, [unknown]>();
  const back = jest.fn<void, [boolean]>();
  const look = jest.fn(
    () =>
      new Promise<void>((done, fail) => {
        if (mode === 'answers') done();
        else if (mode === 'refuses') fail(new Error('refused'));
        else hanging.push({ answer: done, fail });
      }),
  );
  const looks = createLooks({ lookForChanges: look, staleFor, onAway: away, onBack: back });
  return {
    ...looks,
    look,
    away,
    back,
    hanging,
    be: (next: typeof mode) => {
      mode = next;
    },
  };
};

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('looking at the database', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is waited for when the last look is too long ago, and by all who ask at once', async () => {
    const { catchUp, look } = setUp();
    await catchUp();
    expect(catchUp()).toBeUndefined();
    await pass(600);
    await Promise.all([catchUp(), catchUp(), catchUp()]);
    expect(catchUp()).toBeUndefined();
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('is waited for a little while it stalls, and then by nobody', async () => {
    const { catchUp, isCacheUsable, isUnresponsive, be } = setUp();
    await catchUp();
    await pass(600);
    be('stalls');
    let waited = false;
    void catchUp()!.then(() => {
      waited = true;
    });
    await pass(250);
    expect(waited).toBe(false);
    await pass(100);
    expect([waited, isUnresponsive(), isCacheUsable()]).toEqual([true, true, true]);
    for (let asked = 0; asked < 20; asked += 1) {
      expect(catchUp()).toBeUndefined();
      await pass(170);
    }
  });

  it('goes on in the background, one look after the other, until one succeeds', async () => {
    const { catchUp, isUnresponsive, isAway, away, back, look, be } = setUp();
    await catchUp();
    await pass(600);
    be('refuses');
    await catchUp();
    expect([isUnresponsive(), isAway()]).toEqual([true, false]);
    await pass(10_000);
    expect(isAway()).toBe(true);
    expect(away).toHaveBeenCalledTimes(1);
    expect(away.mock.calls[0]![0]).toMatchObject({ message: 'refused' });
    expect(look.mock.calls.length).toBeLessThan(60);
    be('answers');
    await pass(300);
    expect([isUnresponsive(), isAway()]).toEqual([false, false]);
    expect(back.mock.calls).toEqual([[true]]);
    const looks = look.mock.calls.length;
    await pass(5_000);
    expect(look).toHaveBeenCalledTimes(looks);
  });

  it('hangs one at a time, and finds a database that is back once that has ended', async () => {
    const { catchUp, isUnresponsive, hanging, look, be } = setUp();
    await catchUp();
    await pass(600);
    be('stalls');
    void catchUp();
    for (let second = 1; second <= 20; second += 1) {
      await pass(1_000);
      expect(hanging).toHaveLength(second);
      // Its deadline.
      hanging.at(-1)!.fail(new Error('late'));
    }
    be('answers');
    await pass(300);
    expect(isUnresponsive()).toBe(false);
    await pass(600);
    await catchUp();
    expect(catchUp()).toBeUndefined();
    expect(look).toHaveBeenCalledTimes(23);
  });

  it('says nothing of a moment without a response', async () => {
    const { catchUp, isUnresponsive, away, back, be } = setUp();
    await catchUp();
    await pass(600);
    be('refuses');
    await catchUp();
    await pass(1_000);
    be('answers');
    await pass(300);
    expect(isUnresponsive()).toBe(false);
    expect(away).not.toHaveBeenCalled();
    expect(back.mock.calls).toEqual([[false]]);
  });

  it('leaves what is in memory usable for its time alone', async () => {
    const { catchUp, isCacheUsable, be } = setUp({ staleFor: 60_000 });
    expect(isCacheUsable()).toBe(false);
    await catchUp();
    await pass(600);
    be('refuses');
    await catchUp();
    await pass(59_000);
    expect(isCacheUsable()).toBe(true);
    await pass(1_000);
    expect(isCacheUsable()).toBe(false);
    expect(catchUp()).toBeUndefined();
  });

  it('is waited for to its end where nothing may be given without it', async () => {
    const { catchUp, isCacheUsable, hanging, be } = setUp({ staleFor: 0 });
    await catchUp();
    await pass(5_000);
    be('stalls');
    const waiting = catchUp()!;
    await pass(1_500);
    hanging[0]!.answer();
    await waiting;
    expect(isCacheUsable()).toBe(false);
    be('answers');
    await catchUp();
    expect(isCacheUsable()).toBe(true);
  });

  it('from time to time, though nobody asks, keeps memory usable', async () => {
    const { start, stop, isCacheUsable } = setUp({ staleFor: 30_000 });
    start();
    await pass(300_000);
    expect(isCacheUsable()).toBe(true);
    await stop();
  });

  it('at what is committed by now does not count a look that began before', async () => {
    const { catchUp, lookNow, hanging, look, be } = setUp();
    await catchUp();
    await pass(600);
    be('stalls');
    void catchUp();
    await pass(100);
    const now = lookNow();
    be('answers');
    hanging[0]!.answer();
    await now;
    expect(look).toHaveBeenCalledTimes(3);
    be('refuses');
    await expect(lookNow()).rejects.toThrow(DatabaseAwayError);
  });
});
