import { adminApi } from '@strapi/strapi/admin';

/** What redux-toolkit gives who follows a request. */
interface Following {
  queryFulfilled: Promise<unknown>;
}

/** What a request failed with. */
interface Failure {
  name?: string;
  details?: unknown;
}

/** A request of Strapi's that changes an entry, as redux-toolkit describes it. */
interface Endpoint {
  onQueryStarted?: (given: unknown, following: Following) => Promise<void> | void;
  invalidatesTags?: unknown;
  transformErrorResponse?: (failure: Failure) => Failure;
}

type Tags = (result: unknown, error: unknown, ...given: unknown[]) => unknown[];

/** What failed makes nothing that Strapi has read outdated: where the server is away, it would read an error. */
const readAnewOnceDone = (endpoint: Endpoint | undefined): void => {
  const outdated = endpoint?.invalidatesTags;
  if (!endpoint || typeof outdated !== 'function') return;
  endpoint.invalidatesTags = ((result, error, ...given) =>
    error === undefined ? (outdated as Tags)(result, error, ...given) : []) satisfies Tags;
};

/** Strapi takes a save for done as it sends it, and goes back when it fails: behind what was typed. */
const takeForSavedOnceDone = (endpoint: Endpoint | undefined): void => {
  const started = endpoint?.onQueryStarted;
  if (!endpoint || !started) return;
  endpoint.onQueryStarted = async (given, following) => {
    const isDone = await following.queryFulfilled.then(
      () => true,
      () => false,
    );
    if (isDone) await started(given, following);
  };
};

const REFUSED = 'ValidationError';

/** Strapi's form takes for saved what fails by any other name. */
const failAsRefused = (endpoint: Endpoint | undefined): void => {
  if (!endpoint) return;
  endpoint.transformErrorResponse = (failure) =>
    failure.name === REFUSED ? failure : { ...failure, name: REFUSED, details: {} };
};

/**
 * Keeps in a form what was typed where it cannot be saved or published: the server refuses it, fails or is away.
 * Strapi would show what was saved before, or an error in place of the form.
 *
 * By redux-toolkit's way to change an endpoint that is there; in a Strapi that has none of these names, nothing
 * changes.
 */
export const keepTyped = (): void => {
  const endpoints = {
    updateDocument: (endpoint: Endpoint | undefined) => {
      readAnewOnceDone(endpoint);
      takeForSavedOnceDone(endpoint);
      failAsRefused(endpoint);
    },
    publishDocument: readAnewOnceDone,
  };
  adminApi.enhanceEndpoints({ endpoints: endpoints as never });
};
