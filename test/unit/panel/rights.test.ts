import { permittedEntries } from '../../../src/panel/rights';

/** A Strapi whose roles have a condition, or none; what is read of its entries is kept. */
const strapiWith = ({ requiresEntity }: { requiresEntity: boolean }) => {
  const selected: string[][] = [];
  const types = ['string', 'text', 'richtext', 'blocks', 'json', 'enumeration', 'relation'];
  const names = [...types, 'id', 'documentId', 'locale'];
  const services = {
    'permission-checker': {
      create: () => ({
        can: { read: () => true },
        requiresEntity: { read: () => requiresEntity },
        sanitizedQuery: { read: async () => ({}) },
      }),
    },
    'populate-builder': () => ({ populateFromQuery: () => ({ build: async () => undefined }) }),
  };
  const strapi = {
    plugin: () => ({ service: (name: keyof typeof services) => services[name] }),
    db: {
      metadata: {
        get: () => ({ attributes: Object.fromEntries(names.map((type) => [type, { type }])) }),
      },
      query: () => ({
        async findMany({ select }: { select: string[] }) {
          selected.push(select);
          return [{ id: 1, documentId: 'a' }];
        },
      }),
    },
  };
  return { strapi: strapi as never, selected };
};

const wish = { ability: { can: () => true }, action: 'read' } as const;
const contentType = 'api::a.a';

it.each([
  [
    'what conditions may look at, and no body of any kind',
    true,
    ['string', 'json', 'enumeration', 'id', 'documentId', 'locale'],
  ],
  ['who they are, where no condition looks at more', false, ['id', 'documentId', 'locale']],
])('reads of entries %s', async (_what, requiresEntity, expected) => {
  const { strapi, selected } = strapiWith({ requiresEntity });
  const entries = ['a', 'b'].map((documentId) => ({ contentType, documentId }));
  expect(entries.map(await permittedEntries(strapi, wish, entries))).toEqual([true, false]);
  expect(selected).toEqual([expected]);
});

/** A Strapi with an entry in two languages, whose user may read the German one, and of it no notes. */
const strapiInTwoLanguages = (): never => {
  const rows = [
    { id: 1, documentId: 'a', locale: 'en' },
    { id: 2, documentId: 'a', locale: 'de' },
  ];
  const checker = {
    can: {
      read: (row?: { locale: string }, field?: string) =>
        row === undefined || (row.locale === 'de' && field !== 'notes'),
    },
    sanitizedQuery: { read: async () => ({}) },
  };
  const services = {
    'permission-checker': { create: () => checker },
    'populate-builder': () => ({ populateFromQuery: () => ({ build: async () => undefined }) }),
  };
  const attributes = { name: { type: 'string' }, notes: { type: 'string' } };
  return {
    plugin: () => ({ service: (name: keyof typeof services) => services[name] }),
    getModel: () => ({ attributes }),
    db: {
      metadata: { get: () => ({ attributes }) },
      query: () => ({ findMany: async () => rows }),
    },
  } as never;
};

it('judges an entry in its own language: by name, by its row, and in all where neither is told', async () => {
  const entries = [
    { documentId: 'a', locale: 'de' },
    { documentId: 'a', locale: 'en' },
    { documentId: 'a', id: 2 },
    { documentId: 'a', id: 1 },
    { documentId: 'a' },
    { documentId: 'unknown', locale: 'de' },
  ].map((entry) => ({ contentType, ...entry }));
  const isPermitted = await permittedEntries(strapiInTwoLanguages(), wish, entries);
  expect(entries.map(isPermitted)).toEqual([true, false, true, false, false, false]);
});

it('counts an entry whose fields the user may not all read as not there', async () => {
  const entry = { contentType, documentId: 'a', locale: 'de' };
  const isPermitted = async (...fields: string[]) =>
    (await permittedEntries(strapiInTwoLanguages(), { ...wish, fieldsOf: () => fields }, [entry]))(
      entry,
    );
  expect(await isPermitted('name', 'createdAt')).toBe(true);
  expect(await isPermitted('name', 'notes')).toBe(false);
});
