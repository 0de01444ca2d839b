import { DEMO_ADMIN, type Login } from './browser';
import type { Demo } from './demo';

/** The admin API, as a signed-in user asks it: POST with a body, GET without. */
export type AdminApi = <Answer>(
  path: string,
  body?: unknown,
  method?: 'POST' | 'PUT',
) => Promise<{ status: number; data: Answer }>;

/** Signs in to the admin API. */
export const openApi = async ({ origin }: Demo, login: Login = DEMO_ADMIN): Promise<AdminApi> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/admin/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(login),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return async (path, body, method = 'POST') => {
    const answer = await fetch(origin + path, {
      method: body === undefined ? 'GET' : method,
      headers: { ...headers, authorization: `Bearer ${data.token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: answer.status, data: await answer.json() };
  };
};
