import { adminApi } from '@strapi/strapi/admin';

import { REPUBLISHING_PARAMETER } from '../../../../src/lib/constants';
import type { Republishing } from '../../../../src/options/options';
import type { EntryProps } from '../../shared/edit-view';
import type { TranslationKey } from '../../shared/use-translation';

/** Whether a publication notifies subscribers of a change, as the user chose. */
export type Choice = 'tell' | 'quietly';

/** Choice for the publication in progress. */
let currentChoice: Choice | undefined;

/** Publishes with a choice, if there is one: every request that Strapi sends meanwhile carries it. */
export const publishAs = async <Result>(
  choice: Choice | undefined,
  publish: () => Promise<Result> | Result,
): Promise<Result> => {
  currentChoice = choice;
  try {
    return await publish();
  } finally {
    currentChoice = undefined;
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

type Listener = (published: EntryProps, choice: Choice | undefined) => void;

/** Listeners to publish requests. */
const listeners = new Set<Listener>();

/** Calls the listener before each of Strapi's requests to publish an entry, whichever component sends it. */
export const onPublishing = (listener: Listener): unknown => listeners.add(listener);

/**
 * Adds the choice to Strapi's own publish requests, so that Strapi checks, validates and saves as usual.
 *
 * Uses redux-toolkit's `enhanceEndpoints`. If Strapi renames this endpoint, requests carry no choice and the setting
 * decides.
 */
export const sendChoices = (): void => {
  const publishDocument = (endpoint: Endpoint | undefined): void => {
    const query = endpoint?.query;
    if (!query) return;
    endpoint.query = (parameters) => {
      listeners.forEach((listener) => listener(parameters as EntryProps, currentChoice));
      return withChoice(query(parameters));
    };
  };
  adminApi.enhanceEndpoints({ endpoints: { publishDocument } as never });
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
