/** @runs-on sqlite postgres: Strapi keeps the conditions of a permission as JSON. */
import { PERMISSIONS, TAG_UID } from '../../src/lib/constants';
import { signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';

const READ = { action: 'plugin::content-manager.explorer.read', subject: TAG_UID };

let app: App & { folder: string };

const conditions = async (): Promise<unknown> => {
  const rows = await app.strapi.db
    .query('admin::permission')
    .findMany({ where: { ...READ, role: { code: 'strapi-author' } } });
  return rows.map((row: { conditions: unknown }) => row.conditions);
};

const setConditions = async (to: string[]): Promise<void> => {
  const { id } = await app.strapi.db
    .query('admin::permission')
    .findOne({ where: { ...READ, role: { code: 'strapi-author' } } });
  await app.strapi.db
    .query('admin::permission')
    .update({ where: { id }, data: { conditions: to } });
};

const restart = async (): Promise<void> => {
  const { folder } = app;
  await app.close();
  app = await startApp({ folder });
};

const permissions = () => app.strapi.db.query('admin::permission');

/** What the role may do with the plugin. */
const rights = async (): Promise<string[]> => {
  const where = {
    action: { $startsWith: 'plugin::syndication.' },
    role: { code: 'strapi-author' },
  };
  const found: { id: number; action: string }[] = await permissions().findMany({ where });
  return found.map(({ action }) => action).sort();
};

beforeAll(async () => {
  app = await startApp({ fromNothing: true });
});

afterAll(() => app?.stop());

describe('the role Author', () => {
  test('chooses among all tags in a new application', async () => {
    expect(await conditions()).toEqual([[]]);
    const { documentId } = await app.strapi
      .documents(TAG_UID)
      .create({ data: { name: 'testing', slug: 'testing' } });
    const author = await signIn(app, 'strapi-author');
    const response = await author('/content-manager/relations/plugin::syndication.article/tags');
    const { results } = (await response.json()) as { results: { documentId: string }[] };
    expect(results.map((tag) => tag.documentId)).toEqual([documentId]);
  });

  test('may see feeds where the plugin is installed in an application that has its roles', async () => {
    const given = await rights();
    expect(given).toContain(PERMISSIONS.readFeeds);
    await permissions().deleteMany({ where: { action: { $in: given } } });
    expect(await rights()).toEqual([]);
    const store = { type: 'plugin', name: 'syndication', key: 'permissions' } as const;
    await app.strapi.store(store).delete({});
    await restart();
    expect(await rights()).toEqual(given);
  });

  test('stays as an administrator makes it', async () => {
    await setConditions(['admin::is-creator']);
    await restart();
    expect(await conditions()).toEqual([['admin::is-creator']]);
  });

  test('chooses among them where the plugin was there before, once', async () => {
    const store = app.strapi.store({ type: 'plugin', name: 'syndication', key: 'permissions' });
    await store.set({ value: { granted: true, previews: true } });
    await restart();
    expect(await conditions()).toEqual([[]]);
  });

  test('may see feeds again after the plugin was switched off, not where an administrator says no', async () => {
    const given = await rights();
    const { folder } = app;
    await app.close();
    const off = await startApp({ folder, enabled: false });
    await off.close();
    app = await startApp({ folder });
    expect(await rights()).toEqual(given);
    const where = { action: PERMISSIONS.readFeeds, role: { code: 'strapi-author' } };
    await permissions().delete({ where });
    await restart();
    expect(await rights()).toEqual(given.filter((action) => action !== PERMISSIONS.readFeeds));
  });
});
