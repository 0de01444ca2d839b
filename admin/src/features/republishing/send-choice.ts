import { adminApi } from '@strapi/strapi/admin';

import { REPUBLISHING_PARAMETER } from '../../../../src/constants';

/** Whether subscribers are told of what is published, as its user chose. */
export type Choice = 'tell' | 'quietly';

/** What was chosen for what is being published now. */
let chosen: Choice | undefined;

/** Publishes with a choice: whatever Strapi sends to publish something meanwhile says it. */
export const publishAs = async <Result>(
  choice: Choice,
  publish: () => Promise<Result> | Result,
): Promise<Result> => {
  chosen = choice;
  try {
    return await publish();
  } finally {
    chosen = undefined;
  }
};

/** Makes all that is published until the function it gives is called say a choice. */
export const keepChoice = (choice: Choice): (() => void) => {
  chosen = choice;
  return () => {
    chosen = undefined;
  };
};

/** A request of Strapi's, as its client sends it. */
interface Request {
  config?: { params?: object };
}

interface Endpoint {
  query?: (parameters: unknown) => Request;
}

const withChoice = (request: Request): Request =>
  chosen === undefined
    ? request
    : {
        ...request,
        config: {
          ...request.config,
          params: { ...request.config?.params, [REPUBLISHING_PARAMETER]: chosen },
        },
      };

const sendWith = (endpoint: Endpoint | undefined): void => {
  const query = endpoint?.query;
  if (query) endpoint.query = (parameters) => withChoice(query(parameters));
};

/**
 * Lets Strapi's own requests to publish carry the choice: it checks, validates and saves as ever.
 *
 * By redux-toolkit's way to change an endpoint that is there; a Strapi that has none of these names sends
 * no choice, and the setting decides.
 */
export const sendChoice = (): void => {
  const endpoints = { publishDocument: sendWith, publishManyDocuments: sendWith };
  adminApi.enhanceEndpoints({ endpoints: endpoints as never });
};
