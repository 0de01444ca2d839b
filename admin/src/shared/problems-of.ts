import { isFetchError } from '@strapi/strapi/admin';

/** Something the server does not take: where it is, and what is wrong with it. */
interface Problem {
  /** Names and places, from the outside in. */
  path: unknown[];
  code: unknown;
}

/** What the server says of values it refused; undefined when it refused for another reason. */
export const problemsOf = (error: unknown): Problem[] | undefined => {
  if (!isFetchError(error) || error.status !== 400) return undefined;
  const details: unknown = error.response?.data.error.details;
  const problems =
    typeof details === 'object' && details !== null && 'errors' in details ? details.errors : [];
  if (!Array.isArray(problems)) return undefined;
  return (problems as { path?: unknown; code?: unknown }[]).map(({ path, code }) => ({
    path: Array.isArray(path) ? (path as unknown[]) : [],
    code,
  }));
};
