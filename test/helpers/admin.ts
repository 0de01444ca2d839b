import type { App } from './app';

const PASSWORD = 'Passw0rd-for-tests';
/** A bcrypt hash at the lowest cost: Strapi's takes a tenth of a second to make, and as long to check. */
const HASH = '$2a$04$lR8kIpEjcJW.duPct2qknu5xViJPheO4ME7u1h5zfuZX3JHlv5evq';

/** A signed-in fetch against the admin API. */
export type AdminFetch = (
  path: string,
  init?: { method?: string; body?: unknown; signal?: AbortSignal },
) => Promise<Response>;

/** Signs in as a new user with one of Strapi's roles, by its code, or with a new role and its permissions. */
export const signIn = async (
  { strapi, get }: Pick<App, 'strapi' | 'get'>,
  role: string | { actions?: string[]; permissions?: object[] },
): Promise<AdminFetch> => {
  const roles = strapi.service('admin::role');
  const { id } =
    typeof role === 'string'
      ? await roles.findOne({ code: role })
      : await roles.create({ name: `Role ${Date.now()} ${Math.random()}` });
  if (typeof role !== 'string') {
    const { actions = [], permissions = [] } = role;
    await roles.addPermissions(id, [...actions.map((action) => ({ action })), ...permissions]);
  }
  const email = `user-${id}-${Math.random().toString(36).slice(2)}@example.com`;
  const user = await strapi.service('admin::user').create({
    email,
    firstname: 'Test',
    lastname: 'User',
    isActive: true,
    roles: [id],
  });
  await strapi.db.query('admin::user').update({ where: { id: user.id }, data: { password: HASH } });
  const headers = { 'content-type': 'application/json' };
  const login = await get('/admin/login', {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  return (path, { method = 'GET', body, signal } = {}) => {
    const isForm = body instanceof FormData;
    return get(path, {
      method,
      signal,
      // For a form, fetch sets the content type with the boundary.
      headers: { ...(!isForm && headers), authorization: `Bearer ${data.token}` },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    });
  };
};

/** A query as the admin panel writes it: `filters[slug][$eq]=a`. */
const queryOf = (value: unknown, name = ''): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        queryOf(inner, name ? `${name}[${key}]` : key),
      )
    : [[name, String(value)]];

/** The admin panel's own client, of a user. */
export const clientOf = (as: AdminFetch) => {
  const send = async (method: string, url: string, params: object, body?: object) => {
    const query = new URLSearchParams(queryOf(params)).toString();
    const response = await as(`${url}?${query}`, { method, body });
    const data: unknown = await response.json();
    if (response.ok) return { data };
    const { message } = (data as { error: Error }).error;
    throw Object.assign(new Error(message), { status: response.status });
  };
  type Options = { params: object };
  return {
    get: (url: string, { params }: Options) => send('GET', url, params),
    put: (url: string, data: object, { params }: Options) => send('PUT', url, params, data),
    post: (url: string, data: object, { params }: Options) => send('POST', url, params, data),
  };
};

/** The admin API, with parsed responses. */
export interface Admin {
  send: (
    method: string,
    address: string,
    body?: unknown,
  ) => Promise<{ status: number; body: Record<string, unknown> }>;
}

/** Signs in as a new super admin. */
export const logIn = async (app: Pick<App, 'strapi' | 'get'>): Promise<Admin> => {
  const ask = await signIn(app, 'strapi-super-admin');
  return {
    async send(method, address, body) {
      const response = await ask(address, { method, body });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
};
