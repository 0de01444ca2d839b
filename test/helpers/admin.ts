import type { App } from './app';

const PASSWORD = 'Passw0rd-for-tests';

/** What an administrator's browser does: a signed-in fetch against the admin API. */
export type AdminFetch = (
  path: string,
  init?: { method?: string; body?: unknown },
) => Promise<Response>;

/** Signs in as a new user of a role: one of Strapi's by its code, or a new one with permissions. */
export const signIn = async (
  { strapi, origin }: App,
  role: string | { actions: string[] },
): Promise<AdminFetch> => {
  const roles = strapi.service('admin::role');
  const { id } =
    typeof role === 'string'
      ? await roles.findOne({ code: role })
      : await roles.create({ name: `Role ${Date.now()} ${Math.random()}` });
  if (typeof role !== 'string') {
    await roles.addPermissions(
      id,
      role.actions.map((action) => ({ action })),
    );
  }
  const email = `user-${id}-${Math.random().toString(36).slice(2)}@example.com`;
  await strapi.service('admin::user').create({
    email,
    firstname: 'Test',
    lastname: 'User',
    password: PASSWORD,
    isActive: true,
    roles: [id],
  });
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${origin}/admin/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  return (path, { method = 'GET', body } = {}) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${data.token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
};
