import { type Encoding, encode } from '../http/content-encoding';
import { documentHeaders, isFresh, validatorHeaders } from '../http/document-headers';
import { entityTag } from '../http/entity-tag';
import { HTML_MEDIA_TYPE } from '../http/media-types';
import type { Validators } from '../http/preconditions';
import type { Recording } from './dependency-tracking';
import type { RepeatedAnswer } from '../http/write-answer';
import type { SiteHeaders } from './site-headers';

/** A document as it goes over the wire, in each content coding that was asked for. */
export interface FinishedDocument extends Omit<Recording, 'modified'> {
  mediaType: string;
  /** Hash of the bytes without a content coding. */
  hash: string;
  /** Seconds since 1970; undefined while a change has just come and is not dated yet. */
  modified?: number;
  /** Value of Cache-Control. */
  caching: string;
  /** Value of Link. */
  links?: string;
  /**
   * Until when it may be given ahead, in milliseconds since 1970: nothing of the site ran before its
   * own route, and the site had nothing at its address, when the route last answered.
   */
  aheadUntil?: number;
  /** Content by content coding. */
  bodies: Map<Encoding, Buffer>;
  /** Complete answers by content coding, made when first needed. */
  wire: Map<Encoding, WireAnswers>;
}

/** A document's answers in a content coding, and what tells which of them to give. */
export interface WireAnswers {
  validators: Validators;
  notModified: RepeatedAnswer;
  /** Undefined while this content coding has yet to be made. */
  ok?: RepeatedAnswer;
}

/** Validators of a document in a content coding. */
export const validatorsOf = (
  { hash, modified }: FinishedDocument,
  encoding: Encoding,
): Validators => ({ entityTag: entityTag(hash, encoding), modified });

/** Content in a content coding, made and kept when it was never asked for before. */
export const encodeBody = async (
  document: FinishedDocument,
  encoding: Encoding,
): Promise<Buffer> => {
  const body =
    document.bodies.get(encoding) ?? (await encode(document.bodies.get('identity')!, encoding));
  document.bodies.set(encoding, body);
  return body;
};

const okAnswer = (
  { mediaType, caching, links, bodies }: FinishedDocument,
  encoding: Encoding,
  validators: Validators,
  site: SiteHeaders,
): RepeatedAnswer | undefined => {
  const body = bodies.get(encoding);
  if (!body) return undefined;
  const headers = {
    ...documentHeaders(mediaType, encoding, validators, caching),
    ...(links === undefined ? {} : { Link: links }),
    'Content-Length': String(body.length),
  };
  const inherited = mediaType === HTML_MEDIA_TYPE ? site.pages : site.feeds;
  return { status: 200, headers: [...inherited, ...Object.entries(headers).flat()], body };
};

const beginWire = (document: FinishedDocument, encoding: Encoding): WireAnswers => {
  const { mediaType, caching, modified, wire } = document;
  const validators = validatorsOf(document, encoding);
  // The one who asks has all others already: a 304 need not repeat them (RFC 9110, 15.4.5).
  const headers = Object.entries(validatorHeaders(mediaType, validators, caching)).flat();
  const answers: WireAnswers = { validators, notModified: { status: 304, headers } };
  if (!isFresh(modified)) wire.set(encoding, answers);
  return answers;
};

/** Complete answers in a content coding, as far as they are known. */
export const wireAnswers = (
  document: FinishedDocument,
  encoding: Encoding,
  site: SiteHeaders,
): WireAnswers => {
  const answers = document.wire.get(encoding) ?? beginWire(document, encoding);
  answers.ok ??= okAnswer(document, encoding, answers.validators, site);
  return answers;
};
