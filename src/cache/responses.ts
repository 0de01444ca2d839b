import type { Core } from '@strapi/strapi';

import { mountPath } from '../feed/addresses';
import type { Answer } from '../http/answer';
import { answerAhead } from './respond-ahead';
import { createResponsePosition } from './response-position';
import { findSiteHeaders, type SiteHeaders } from './site-headers';
import type { Encoding } from '../http/content-encoding';
import { cacheControl } from '../http/document-headers';
import { hashOf } from '../http/entity-tag';
import type { FinishedDocument } from './cached-response';
import { writeLinks } from '../http/links';
import { record, type Recording } from './dependency-tracking';
import { createInFlight, type InFlight } from './in-flight';
import { createResponseCache } from './response-cache';
import { SCOPES } from './cache-tags';
import { getService } from '../get-service';

type Document = Extract<Answer, { kind: 'document' }>;
type OtherAnswer = Exclude<Answer, Document>;

/** A document in its final form, or an answer that has none. */
export type FinishedAnswer = FinishedDocument | OtherAnswer | null;

export const isDocument = (answer: FinishedAnswer): answer is FinishedDocument =>
  answer !== null && 'bodies' in answer;

/**
 * How long a response is given ahead before its route is asked again, in milliseconds: the site may
 * have put a file or a route at its address.
 */
const AHEAD_FOR = 5_000;

/** How long a response without a date is kept, in milliseconds. */
const SHORTLY = 500;

/**
 * Seconds that a date may be ahead of the clock. Each date that is given puts the next change a second
 * later, so giving those further ahead would keep them from ever being reached.
 */
const AHEAD_AT_MOST = 10;

/** Makes answers, one at a time for each path, and keeps them while nothing they show changes. */
const createAnswers = ({ strapi }: { strapi: Core.Strapi }) => {
  const { baseUrl, cache, cacheBytes, ...caching } = getService(strapi, 'settings').configured();
  const kept = cache && cacheBytes > 0 ? createResponseCache(cacheBytes) : undefined;
  const position = createResponsePosition(strapi, cache);
  let undo = (): void => undefined;
  const underway = createInFlight();
  const flights = new Map<string, Promise<FinishedAnswer>>();

  /**
   * When a response last changed, in seconds since 1970, and until when it may be kept. It has no date
   * while another change within the same second could not be told from it.
   */
  const date = async (
    { modified, expires }: Recording,
    scopes: Set<string>,
    { isOutdated }: InFlight,
  ): Promise<{ modified?: number; expires: number }> => {
    const changes = getService(strapi, 'changes');
    const changed = await changes.findModified(scopes);
    const now = Date.now();
    const shown = Math.floor(modified / 1_000);
    const isSettled =
      changed !== undefined &&
      changed < now / 1_000 + AHEAD_AT_MOST &&
      (shown <= changed || shown < now / 1_000 - 2);
    if (!isSettled || isOutdated(scopes)) return { expires: Math.min(expires, now + SHORTLY) };
    const newest = Math.max(changed, shown);
    changes.giveModified(scopes, newest);
    return { modified: newest, expires };
  };

  const finish = async (
    document: Document,
    recording: Recording,
    inFlight: InFlight,
  ): Promise<FinishedDocument> => {
    const body = Buffer.from(document.body);
    // An answer made of nothing that is watched is dropped with any change.
    const scopes = recording.scopes.size > 0 ? recording.scopes : new Set([SCOPES.everything]);
    return {
      mediaType: document.mediaType,
      hash: hashOf(body),
      ...(await date(recording, scopes, inFlight)),
      caching: cacheControl(caching),
      links: document.links?.length ? writeLinks(document.links) : undefined,
      bodies: new Map<Encoding, Buffer>([['identity', body]]),
      scopes,
      wire: new Map(),
    };
  };

  const make = async (
    path: string,
    answer: () => Promise<Answer | null>,
  ): Promise<FinishedAnswer> => {
    const inFlight = underway.begin();
    try {
      const { result, recording } = await record(answer);
      if (result === null || result.kind !== 'document') return result;
      const document = await finish(result, recording, inFlight);
      if (!inFlight.isOutdated(document.scopes)) kept?.keep(path, document);
      return document;
    } finally {
      inFlight.end();
    }
  };

  /** Notes whether an answer may be given ahead, unless it was made for a request elsewhere. */
  const place = <Found extends FinishedAnswer>(path: string, answer: Found): Found => {
    if (isDocument(answer) && position.isRouteAhead(path)) {
      answer.aheadUntil = Date.now() + AHEAD_FOR;
    }
    return answer;
  };

  return {
    /** The kept answers; undefined when none are to be kept. */
    kept,

    /** The answer at a canonical path: the kept one, or one made now. */
    async find(path: string, answer: () => Promise<Answer | null>): Promise<FinishedAnswer> {
      if (!kept) return make(path, answer);
      await getService(strapi, 'changes').catchUp();
      const document = kept.get(path);
      if (document) return place(path, document);
      const underway = flights.get(path);
      if (underway) return underway;
      const flight = make(path, answer)
        .then((made) => place(path, made))
        .finally(() => {
          if (flights.get(path) === flight) flights.delete(path);
        });
      flights.set(path, flight);
      return flight;
    },

    /** Whether the answer to the present request is the same for everybody who may ask. */
    isForEverybody: position.isForEverybody,

    /**
     * Gives kept answers ahead of all middlewares once the server listens, where there are none but
     * Strapi's or the site wants it so.
     */
    start(): void {
      const { httpServer } = strapi.server;
      if (!kept || cache === 'behind') return;
      // As late as possible: whatever starts after the plugin may add middlewares, too.
      const listening = (): void => {
        position.decide();
        let headers: SiteHeaders | undefined;
        findSiteHeaders(strapi, `${mountPath(baseUrl)}/`).then(
          (found) => (headers = found),
          (error: unknown) => strapi.log.error(error),
        );
        undo = answerAhead(httpServer, {
          kept,
          freshness: getService(strapi, 'changes'),
          headers: () => (position.isAhead() ? headers : undefined),
        });
      };
      httpServer.once('listening', listening);
      undo = () => httpServer.off('listening', listening);
    },

    /** Leaves every request to Strapi again. */
    stop(): void {
      undo();
    },

    /** Drops what shows any of these scopes; answers under way are given, but not to new requests. */
    drop(scopes: string[]): void {
      flights.clear();
      underway.drop(scopes);
      kept?.drop(scopes);
    },
  };
};

export default createAnswers;
