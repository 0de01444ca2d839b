import { bringsComponents } from '../../../src/changes/written-rows';

const attributes = {
  name: { type: 'string' },
  seo: { type: 'component' },
  parent: { type: 'relation' },
};
const strapi = { getModel: () => ({ attributes }) } as never;

const brings = (data: Record<string, unknown> | undefined): boolean =>
  bringsComponents(
    strapi,
    { action: 'beforeUpdate', model: { uid: 'api::a.a' }, params: { data }, state: {} },
    [['name'], ['parent', 'slug'], ['seo', 'slug']],
  );

it('knows which writes come after components that values are taken from', () => {
  for (const seo of [{ id: 1 }, null]) expect(brings({ name: 'A', seo })).toBe(true);
  for (const data of [{ name: 'A' }, { parent: { id: 1 } }, { seo: undefined }, {}, undefined]) {
    expect(brings(data)).toBe(false);
  }
});
