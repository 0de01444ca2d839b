import { DEMO_ADMIN, type Login } from './browser';
import type { Demo } from './demo';

/** Requests the admin API as a signed-in user: GET without a body, POST with one. */
export type AdminApi = <Data>(
  path: string,
  body?: unknown,
  method?: 'POST' | 'PUT',
) => Promise<{ status: number; data: Data }>;

const HEADERS = { 'content-type': 'application/json' };

/** The admin API with a user's token. */
export const apiOf =
  (origin: string, token: string): AdminApi =>
  async (path, body, method = 'POST') => {
    const response = await fetch(origin + path, {
      method: body === undefined ? 'GET' : method,
      headers: { ...HEADERS, authorization: `Bearer ${token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, data: await response.json() };
  };

/** Signs in to the admin API. */
export const openApi = async ({ origin }: Demo, login: Login = DEMO_ADMIN): Promise<AdminApi> => {
  const response = await fetch(`${origin}/admin/login`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(login),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return apiOf(origin, data.token);
};
