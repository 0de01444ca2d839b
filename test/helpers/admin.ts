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

/** The admin panel's API, as a person who is logged in uses it. */
export interface Admin {
  send: (
    method: string,
    address: string,
    body?: unknown,
  ) => Promise<{ status: number; body: Record<string, unknown> }>;
}

/** Creates a super admin and logs in. */
export const logIn = async ({ strapi, get }: Pick<App, 'strapi' | 'get'>): Promise<Admin> => {
  const login = { email: 'editor@example.com', password: 'Password1' };
  const role = await strapi.service('admin::role').getSuperAdmin();
  await strapi.service('admin::user').create({
    ...login,
    firstname: 'Test',
    lastname: 'Editor',
    registrationToken: null,
    isActive: true,
    roles: [role.id],
  });
  const json = { 'Content-Type': 'application/json' };
  const response = await get('/admin/login', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(login),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return {
    async send(method, address, body) {
      const answer = await get(address, {
        method,
        headers: { ...json, Authorization: `Bearer ${data.token}` },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
};
