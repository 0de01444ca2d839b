import { CACHE_TAGS } from '../../../src/lib/cache-tags';
import { createCollapsedRequests, type Attempt } from '../../../src/cache/responses';

/** Something that is being made until a test says that it is done. */
const pending = () => {
  let done: (made: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const made = new Promise<string>((resolve, reject) => {
    done = resolve;
    fail = reject;
  });
  return { made, done, fail };
};

/** Attempts of which each is ended by the test; the beginnings in their order. */
const setUp = () => {
  const requests = createCollapsedRequests<string>();
  const begun: (ReturnType<typeof pending> & { attempt: Attempt })[] = [];
  const ask = (path = '/') =>
    requests.join(path, (attempt) => {
      const one = { ...pending(), attempt };
      begun.push(one);
      return one.made;
    });
  return { ...requests, ask, begun };
};

const settled = () => new Promise((done) => setImmediate(done));

describe('a response on its way', () => {
  it.each([
    [['a'], ['a']],
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    [['a'], [CACHE_TAGS.everything]],
    [[CACHE_TAGS.everything], ['a']],
  ])('of %s is outdated by a change of %s', (shown, changed) => {
    const { ask, begun, purge } = setUp();
    void ask();
    purge(changed);
    expect(begun[0]!.attempt.isOutdated(new Set(shown))).toBe(true);
  });

  it('is not outdated by a change of something else, or of before it began', () => {
    const { ask, begun, purge } = setUp();
    purge(['a']);
    void ask();
    purge(['b']);
    expect(begun[0]!.attempt.isOutdated(new Set(['a']))).toBe(false);
  });
});

describe('requests for what is being made', () => {
  it('share it, though something else changes meanwhile', async () => {
    const { ask, begun, purge } = setUp();
    const first = ask();
    begun[0]!.attempt.dependencies.cacheTags.add('tag:1');
    purge(['tag:2']);
    const second = ask();
    begun[0]!.done('made once');
    expect(await Promise.all([first, second])).toEqual(['made once', 'made once']);
    expect(begun).toHaveLength(1);
  });

  it('have it made anew when what it is known to show changed before they came', async () => {
    const { ask, begun, purge } = setUp();
    const first = ask();
    begun[0]!.attempt.dependencies.cacheTags.add('tag:1');
    purge(['tag:1']);
    const second = ask();
    expect(begun).toHaveLength(2);
    begun[1]!.done('new');
    begun[0]!.done('old');
    expect(await Promise.all([first, second])).toEqual(['old', 'new']);
  });

  it('have it made anew when it turns out to show what changed before they came', async () => {
    const { ask, begun, purge } = setUp();
    const first = ask();
    purge(['tag:1']);
    const [second, third] = [ask(), ask()];
    // Read before the change, noted after it.
    begun[0]!.attempt.dependencies.cacheTags.add('tag:1');
    begun[0]!.done('old');
    expect(await first).toBe('old');
    await settled();
    expect(begun).toHaveLength(2);
    begun[1]!.attempt.dependencies.cacheTags.add('tag:1');
    begun[1]!.done('new');
    expect(await Promise.all([second, third])).toEqual(['new', 'new']);
  });

  it('share it when what it shows changed after they came', async () => {
    const { ask, begun, purge } = setUp();
    void ask();
    const second = ask();
    purge(['tag:1']);
    begun[0]!.attempt.dependencies.cacheTags.add('tag:1');
    begun[0]!.done('made once');
    expect(await second).toBe('made once');
    expect(begun).toHaveLength(1);
  });

  it('have it made anew after any change when it was made of nothing that is watched', async () => {
    const { ask, begun, purge } = setUp();
    void ask();
    purge(['tag:1']);
    const second = ask();
    begun[0]!.done('nothing');
    await settled();
    begun[1]!.done('something');
    expect(await second).toBe('something');
  });

  it('have it made anew when it was left', async () => {
    const { ask, begun, abandonAll } = setUp();
    const first = ask();
    abandonAll();
    const second = ask();
    expect(begun).toHaveLength(2);
    begun[1]!.done('new');
    expect(await second).toBe('new');
    begun[0]!.done('slow');
    expect(await first).toBe('slow');
  });

  it('have it made again after it failed', async () => {
    const { ask, begun } = setUp();
    const first = ask();
    begun[0]!.fail(new Error('failed'));
    await expect(first).rejects.toThrow('failed');
    const second = ask();
    begun[1]!.done('made');
    expect(await second).toBe('made');
  });
});
