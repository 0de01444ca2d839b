import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

import { HTML_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE } from './response';

/** Media types that a page is offered in; the one that goes by default first. */
const REPRESENTATIONS = [HTML_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE] as const;

export type Representation = (typeof REPRESENTATIONS)[number];

/** As they are sent, so that a client may ask for the character encoding, too. */
const OFFERED = REPRESENTATIONS.map((mediaType) => `${mediaType}; charset=utf-8`);

/** Twice what any browser writes: reading it would cost more the longer it is. */
const MAXIMUM_LENGTH = 400;

/** Browsers and agents send the same headers again and again, each version its own. */
const chosen = new LRUCache<string, Representation>({ max: 500 });

const choose = (accept: string): Representation => {
  const [preferred = ''] = new Negotiator({ headers: { accept } }).mediaTypes(OFFERED);
  // Nobody is refused: who takes neither gets the page (RFC 9110, section 12.5.1).
  return REPRESENTATIONS[OFFERED.indexOf(preferred)] ?? HTML_MEDIA_TYPE;
};

/**
 * Representation of a page for a request's Accept: by quality, then by what is named more precisely,
 * then by what is named first.
 */
export const chooseRepresentation = (accept: string | undefined): Representation => {
  if (!accept || accept === '*/*' || accept.length > MAXIMUM_LENGTH) return HTML_MEDIA_TYPE;
  const known = chosen.get(accept);
  if (known) return known;
  const representation = choose(accept);
  chosen.set(accept, representation);
  return representation;
};
