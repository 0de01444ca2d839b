import type { App } from './app';

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
