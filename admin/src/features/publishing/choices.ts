import { adminApi } from '@strapi/strapi/admin';

import { REPUBLISHING_PARAMETER } from '../../../../src/lib/constants';
import type { Republishing } from '../../../../src/options/options';
import type { EntryProps } from '../../shared/edit-view';
import type { TranslationKey } from '../../shared/use-translation';

/** Whether a publication notifies subscribers of a change, as the user chose. */
export type Choice = 'tell' | 'quietly';

/** Choice for the publication in progress. */
let currentChoice: Choice | undefined;

/** Sets the choice that every publish request carries, until the returned function is called. */
export const setChoice = (choice: Choice | undefined): (() => void) => {
  currentChoice = choice;
  return () => {
    currentChoice = undefined;
  };
};

/** Publishes with a choice, if there is one: every request that Strapi sends meanwhile carries it. */
export const publishAs = async <Result>(
  choice: Choice | undefined,
  publish: () => Promise<Result> | Result,
): Promise<Result> => {
  const resetChoice = setChoice(choice);
  try {
    return await publish();
  } finally {
    resetChoice();
  }
};

/** A request as Strapi's client sends it. */
interface Request {
  config?: { params?: object };
}

interface Endpoint {
  query?: (parameters: unknown) => Request;
}

const withChoice = (request: Request): Request =>
  currentChoice === undefined
    ? request
    : {
        ...request,
        config: {
          ...request.config,
          params: { ...request.config?.params, [REPUBLISHING_PARAMETER]: currentChoice },
        },
      };

type Listener = (published: EntryProps) => void;

/** Listeners to publish requests. */
const listeners = new Set<Listener>();

/** Calls the listener before each of Strapi's requests to publish an entry, whichever component sends it. */
export const onPublishing = (listener: Listener): unknown => listeners.add(listener);

/** Adds the choice to an endpoint's requests. */
const addChoice = (endpoint: Endpoint | undefined, listener: Listener = () => {}): void => {
  const query = endpoint?.query;
  if (!query) return;
  endpoint.query = (parameters) => {
    listener(parameters as EntryProps);
    return withChoice(query(parameters));
  };
};

/**
 * Adds the choice to Strapi's own publish requests, so that Strapi checks, validates and saves as usual.
 *
 * Uses redux-toolkit's `enhanceEndpoints`. If Strapi renames these endpoints, requests carry no choice and the
 * setting decides.
 */
export const sendChoices = (): void => {
  const endpoints = {
    publishDocument: (endpoint: Endpoint | undefined) =>
      addChoice(endpoint, (publishing) => listeners.forEach((listener) => listener(publishing))),
    publishManyDocuments: (endpoint: Endpoint | undefined) => addChoice(endpoint),
  };
  adminApi.enhanceEndpoints({ endpoints: endpoints as never });
};

/** Labels of buttons that publish with a given choice. */
export const CHOICE_LABELS: Record<Choice, TranslationKey> = {
  tell: 'republishing.tellToo',
  quietly: 'republishing.quietly',
};

/** What "Publish" does by the setting, and the alternative; without an alternative if the setting asks. */
export const choicesOf = (republishing: Republishing): { first: Choice; other?: Choice } => {
  if (republishing === 'ask') return { first: 'tell' };
  return republishing === 'tell'
    ? { first: 'tell', other: 'quietly' }
    : { first: 'quietly', other: 'tell' };
};
