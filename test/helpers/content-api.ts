import type { App } from './app';

/** Requests the content API, by REST or GraphQL, and returns its data. */
export interface ContentApi {
  rest: (address: string) => Promise<unknown>;
  graphql: (query: string) => Promise<Record<string, unknown>>;
}

/** Keeps only the named fields: REST adds ids and dates that GraphQL returns only on request. */
const withFields = (value: unknown, names: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => withFields(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      names.includes(name) ? [[name, withFields(inner, names)]] : [],
    ),
  );
};

/**
 * The content API for a front end with an API token.
 *
 * @param permissions actions of the token
 * @param names fields to keep
 */
export const frontEnd = async (
  { strapi, get }: Pick<App, 'strapi' | 'get'>,
  permissions: readonly string[],
  names: readonly string[],
): Promise<ContentApi> => {
  const { accessKey } = await strapi
    .service('admin::api-token')
    .create({ name: 'Front end', type: 'custom', permissions, lifespan: null });
  const headers = {
    authorization: `Bearer ${accessKey}`,
    'content-type': 'application/json',
  };
  return {
    async rest(address) {
      const { data, error } = (await (await get(`/api${address}`, { headers })).json()) as {
        data: unknown;
        error?: object;
      };
      if (error) throw new Error(`${address}: ${JSON.stringify(error)}`);
      return withFields(data, names);
    },
    async graphql(query) {
      const body = JSON.stringify({ query });
      const response = await get('/graphql', { method: 'POST', headers, body });
      const { data, errors } = (await response.json()) as {
        data: Record<string, unknown>;
        errors?: object[];
      };
      if (errors) throw new Error(`${query}: ${JSON.stringify(errors)}`);
      return data;
    },
  };
};
