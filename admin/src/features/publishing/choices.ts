import { adminApi } from '@strapi/strapi/admin';

import { REPUBLISHING_PARAMETER } from '../../../../src/lib/constants';
import type { Republishing } from '../../../../src/options/options';
import type { TranslationKey } from '../../shared/use-translation';

/** Whether subscribers are told of what is published, as its user chose. */
export type Choice = 'tell' | 'quietly';

/** What was chosen for what is being published now. */
let chosen: Choice | undefined;

/** Makes all that is published until the function it gives is called say a choice. */
export const keepChoice = (choice: Choice | undefined): (() => void) => {
  chosen = choice;
  return () => {
    chosen = undefined;
  };
};

/** Publishes with a choice, if one was made: whatever Strapi sends to publish meanwhile says it. */
export const publishAs = async <Result>(
  choice: Choice | undefined,
  publish: () => Promise<Result> | Result,
): Promise<Result> => {
  const forget = keepChoice(choice);
  try {
    return await publish();
  } finally {
    forget();
  }
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

/** An entry that is being published; no document while it is new. */
export interface Publishing {
  model: string;
  documentId?: string;
}

type Listener = (publishing: Publishing) => void;

/** Who wants to know that an entry is being published. */
const listeners = new Set<Listener>();

/** Tells of each request to publish an entry: whoever sends it, and of none that Strapi does not send. */
export const hearOfPublishing = (listener: Listener): unknown => listeners.add(listener);

/** Has an endpoint's requests carry the choice. */
const sendWith = (endpoint: Endpoint | undefined, tell: Listener = () => {}): void => {
  const query = endpoint?.query;
  if (!query) return;
  endpoint.query = (parameters) => {
    tell(parameters as Publishing);
    return withChoice(query(parameters));
  };
};

/**
 * Lets Strapi's own requests to publish carry the choice: it checks, validates and saves as ever.
 *
 * By redux-toolkit's way to change an endpoint that is there; a Strapi that has none of these names sends
 * no choice, and the setting decides.
 */
export const sendChoice = (): void => {
  const endpoints = {
    publishDocument: (endpoint: Endpoint | undefined) =>
      sendWith(endpoint, (publishing) => listeners.forEach((tell) => tell(publishing))),
    publishManyDocuments: (endpoint: Endpoint | undefined) => sendWith(endpoint),
  };
  adminApi.enhanceEndpoints({ endpoints: endpoints as never });
};

/** What buttons that publish otherwise than Strapi's are called. */
export const LABELS: Record<Choice, TranslationKey> = {
  tell: 'republishing.tellToo',
  quietly: 'republishing.quietly',
};

/** What "Publish" does by a setting, and the other choice; none where it asks. */
export const choices = (republishing: Republishing): { first: Choice; other?: Choice } => {
  if (republishing === 'ask') return { first: 'tell' };
  return republishing === 'tell'
    ? { first: 'tell', other: 'quietly' }
    : { first: 'quietly', other: 'tell' };
};
