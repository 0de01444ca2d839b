import { findPermitted } from '../../../src/panel/permissions/permitted-rows';

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

const wish = { ability: {}, uid: 'api::a.a', action: 'read' } as const;

it.each([
  [
    'what conditions may look at, and no body of any kind',
    true,
    ['string', 'json', 'enumeration', 'id', 'documentId', 'locale'],
  ],
  ['who they are, where no condition looks at more', false, ['id', 'documentId', 'locale']],
])('reads of entries %s', async (_what, requiresEntity, expected) => {
  const { strapi, selected } = strapiWith({ requiresEntity });
  expect(await findPermitted(strapi, wish, ['a', 'b'])).toEqual(new Set(['a']));
  expect(selected).toEqual([expected]);
});
