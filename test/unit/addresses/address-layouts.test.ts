import type { Core } from '@strapi/strapi';

import type { PublishedLocale } from '../../../src/options/locales';
import type { Settings } from '../../../src/options/settings';
import { createAddressLayouts } from '../../../src/addresses/address-layouts';
import { parseAddress } from '../../../src/mapping/address';
import type { Plan, SourcePlan } from '../../../src/mapping/plan';

const ARTICLE = 'api::article.article';

const localesOf = (paths: Record<string, string>): PublishedLocale[] =>
  Object.entries(paths).map(([code, path], place) => ({ code, path, isMain: place === 0 }));

const planOf = (addresses: Record<string, string>, locales?: Record<string, string>): Plan => ({
  sources: Object.entries(addresses).map(
    ([contentType, address]) =>
      ({ contentType, address: parseAddress(address)!, isLocalised: true }) as SourcePlan,
  ),
  topicTypes: [],
  ...(locales && { locales: localesOf(locales) }),
});

/** The layouts of a site after starts on some plans, one after the other; its store is as JSON. */
const startAt = async (...starts: { plan: Plan; isPublic: boolean }[]) =>
  startAfter(null, ...starts);

const startAfter = async (known: unknown, ...starts: { plan: Plan; isPublic: boolean }[]) => {
  let stored = JSON.stringify(known);
  const strapi = {
    store: () => ({
      get: () => Promise.resolve(JSON.parse(stored) as unknown),
      set: ({ value }: { value: unknown }) => {
        stored = JSON.stringify(value);
        return Promise.resolve();
      },
    }),
    db: { query: () => ({ findOne: () => Promise.resolve(null) }) },
  } as unknown as Core.Strapi;
  const create = ({ plan, isPublic }: { plan: Plan; isPublic: boolean }) =>
    createAddressLayouts(strapi, {
      plan,
      options: { home: '/' },
      settings: {
        get: () => Promise.resolve({ isPublic } as Settings),
      },
    });
  let layouts = create({ plan: planOf({}), isPublic: true });
  for (const start of starts) {
    layouts = create(start);
    await layouts.prepare();
  }
  return { layouts };
};

const startOn = (...plans: Plan[]) => startAt(...plans.map((plan) => ({ plan, isPublic: true })));

const addressesOf = ({ layouts }: Awaited<ReturnType<typeof startOn>>): string[] =>
  layouts.former().map(({ sources }) => sources[0]!.address);

describe('layouts', () => {
  it('are those that were, the newest first, each once, without the present one', async () => {
    const [one, two, three] = ['/one/', '/two/', '/three/'].map((directory) =>
      planOf({ [ARTICLE]: `${directory}{slug}/` }),
    ) as [Plan, Plan, Plan];
    expect(addressesOf(await startOn(one))).toEqual([]);
    expect(addressesOf(await startOn(one, one))).toEqual([]);
    expect(addressesOf(await startOn(one, two, three))).toEqual(['/two/{slug}/', '/one/{slug}/']);
    expect(addressesOf(await startOn(one, two, one))).toEqual(['/two/{slug}/']);
    expect(addressesOf(await startOn(one, two, three, two))).toEqual([
      '/three/{slug}/',
      '/one/{slug}/',
    ]);
  });

  it('are bounded', async () => {
    const plans = Array.from({ length: 80 }, (_, place) =>
      planOf({ [ARTICLE]: `/at-${place}/{slug}/` }),
    );
    const addresses = addressesOf(await startOn(...plans));
    expect(addresses).toHaveLength(50);
    expect([addresses[0], addresses.at(-1)]).toEqual(['/at-78/{slug}/', '/at-29/{slug}/']);
  });

  it('leave ids as they were when a layout comes back, and changes again', async () => {
    const sources = { [ARTICLE]: '/articles/{slug}/' };
    const [english, german] = [
      { en: '', de: '/de' },
      { de: '', en: '/en' },
    ];
    const { layouts } = await startOn(
      planOf(sources),
      planOf(sources, english),
      planOf(sources, german),
      planOf(sources, english),
      planOf({ [ARTICLE]: '/posts/{slug}/' }, german),
    );
    expect(layouts.plainLocale()).toBe('en');
    expect(layouts.idMark('de')).toBe('de');
  });

  it('leave nothing of what was tried at a local address, unless it came to be public', async () => {
    const [one, two, three] = ['/one/', '/two/', '/three/'].map((directory) =>
      planOf({ [ARTICLE]: `${directory}{slug}/` }, { en: '', de: '/de' }),
    ) as [Plan, Plan, Plan];
    const german = planOf({ [ARTICLE]: '/one/{slug}/' }, { de: '', en: '/en' });
    const local = (plan: Plan) => ({ plan, isPublic: false });
    const open = (plan: Plan) => ({ plan, isPublic: true });
    const tried = await startAt(local(german), local(one), open(two));
    expect(addressesOf(tried)).toEqual([]);
    expect(tried.layouts.plainLocale()).toBe('en');
    const published = await startAt(local(one), open(one), local(one), local(two), local(three));
    expect(addressesOf(published)).toEqual(['/one/{slug}/']);
  });

  it('leave ids without a code to the locale that 0.2.0 gave them to', async () => {
    const plan = planOf({ [ARTICLE]: '/articles/{slug}/' }, { de: '', en: '/en' });
    const noted = { former: [], present: {}, isPublic: true, ids: { plain: 'en', listings: [] } };
    const { layouts } = await startAfter(noted, { plan, isPublic: true });
    expect([layouts.idMark('en'), layouts.idMark('de')]).toEqual(['', 'de']);
  });

  it('leave ids without a code to the locale that was first when there were any', async () => {
    const sources = { [ARTICLE]: '/articles/{slug}/' };
    const { layouts } = await startOn(
      planOf(sources),
      planOf(sources, { en: '', de: '/de' }),
      planOf(sources, { de: '', en: '/en' }),
    );
    expect([layouts.idMark('en'), layouts.idMark('de'), layouts.idMark(undefined)]).toEqual([
      '',
      'de',
      '',
    ]);
  });
});
