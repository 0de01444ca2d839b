import { adminApi } from '@strapi/strapi/admin';

/** What redux-toolkit passes to `onQueryStarted`. */
interface QueryLifecycle {
  queryFulfilled: Promise<unknown>;
}

/** The error of a failed request. */
interface Failure {
  name?: string;
  details?: unknown;
}

/** A mutation of Strapi's that changes an entry, as redux-toolkit defines it. */
interface Endpoint {
  onQueryStarted?: (given: unknown, following: QueryLifecycle) => Promise<void> | void;
  invalidatesTags?: unknown;
  transformErrorResponse?: (failure: Failure) => Failure;
}

type Tags = (result: unknown, error: unknown, ...given: unknown[]) => unknown[];

/** A failed request invalidates no cached data: with the server down, Strapi would reload an error. */
const invalidateOnSuccess = (endpoint: Endpoint | undefined): void => {
  const outdated = endpoint?.invalidatesTags;
  if (!endpoint || typeof outdated !== 'function') return;
  endpoint.invalidatesTags = ((result, error, ...given) =>
    error === undefined ? (outdated as Tags)(result, error, ...given) : []) satisfies Tags;
};

/** Strapi updates optimistically and undoes that on failure, which drops what the user typed: update on success. */
const updateOnSuccess = (endpoint: Endpoint | undefined): void => {
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

/** Strapi's form takes any failure but a validation error for a successful save. */
const failAsInvalid = (endpoint: Endpoint | undefined): void => {
  if (!endpoint) return;
  endpoint.transformErrorResponse = (failure) =>
    failure.name === REFUSED ? failure : { ...failure, name: REFUSED, details: {} };
};

/**
 * Keeps what the user typed in a form when saving or publishing fails: the server refuses it, fails or is down.
 * Strapi would show the saved values, or an error in place of the form.
 *
 * Uses redux-toolkit's `enhanceEndpoints`. If Strapi renames these endpoints, nothing changes.
 */
export const keepUnsavedValues = (): void => {
  const endpoints = {
    updateDocument: (endpoint: Endpoint | undefined) => {
      invalidateOnSuccess(endpoint);
      updateOnSuccess(endpoint);
      failAsInvalid(endpoint);
    },
    publishDocument: invalidateOnSuccess,
  };
  adminApi.enhanceEndpoints({ endpoints: endpoints as never });
};
