import type { Core } from '@strapi/strapi';

import type { Answer } from '../http/answer';
import { answerAhead } from './respond-ahead';
import type { Encoding } from '../http/content-encoding';
import { cacheControl } from '../http/document-headers';
import { hashOf } from '../http/entity-tag';
import type { FinishedDocument } from './cached-response';
import { writeLinks } from '../http/links';
import { record, type Recording } from './dependency-tracking';
import { createRenderings, type Rendering } from './renderings';
import { createResponseCache } from './response-cache';
import { SCOPES } from './cache-tags';
import { getService } from '../get-service';

type Document = Extract<Answer, { kind: 'document' }>;
type OtherAnswer = Exclude<Answer, Document>;

/** A document in its final form, or an answer that has none. */
export type FinishedAnswer = FinishedDocument | OtherAnswer | null;

export const isDocument = (answer: FinishedAnswer): answer is FinishedDocument =>
  answer !== null && 'bodies' in answer;

/** How long a response without a date is kept, in milliseconds. */
const SHORTLY = 500;

/**
 * Seconds that a date may be ahead of the clock. Each date that is given puts the next change a second
 * later, so giving those further ahead would keep them from ever being reached.
 */
const AHEAD_AT_MOST = 10;

/** Makes answers, one at a time for each path, and keeps them while nothing they show changes. */
const createAnswers = ({ strapi }: { strapi: Core.Strapi }) => {
  const { cache, cacheBytes, ...caching } = getService(strapi, 'settings').configured();
  const kept = cache && cacheBytes > 0 ? createResponseCache(cacheBytes) : undefined;
  let undo = (): void => undefined;
  const renderings = createRenderings();
  const flights = new Map<string, Promise<FinishedAnswer>>();

  /**
   * When a response last changed, in seconds since 1970, and until when it may be kept. It has no date
   * while another change within the same second could not be told from it.
   */
  const date = async (
    { modified, expires }: Recording,
    scopes: Set<string>,
    { isOutdated }: Rendering,
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
    rendering: Rendering,
  ): Promise<FinishedDocument> => {
    const body = Buffer.from(document.body);
    // An answer made of nothing that is watched is dropped with any change.
    const scopes = recording.scopes.size > 0 ? recording.scopes : new Set([SCOPES.everything]);
    return {
      mediaType: document.mediaType,
      hash: hashOf(body),
      ...(await date(recording, scopes, rendering)),
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
    const rendering = renderings.begin();
    try {
      const { result, recording } = await record(answer);
      if (result === null || result.kind !== 'document') return result;
      const document = await finish(result, recording, rendering);
      if (!rendering.isOutdated(document.scopes)) kept?.keep(path, document);
      return document;
    } finally {
      rendering.end();
    }
  };

  return {
    /** The kept answers; undefined when none are to be kept. */
    kept,

    /** The answer at a canonical path: the kept one, or one made now. */
    async find(path: string, answer: () => Promise<Answer | null>): Promise<FinishedAnswer> {
      if (!kept) return make(path, answer);
      await getService(strapi, 'changes').catchUp();
      const document = kept.get(path);
      if (document) return document;
      const underway = flights.get(path);
      if (underway) return underway;
      const flight = make(path, answer).finally(() => {
        if (flights.get(path) === flight) flights.delete(path);
      });
      flights.set(path, flight);
      return flight;
    },

    /** Gives kept answers ahead of Strapi's middlewares from now on. */
    start(): void {
      const { httpServer } = strapi.server;
      if (kept) undo = answerAhead(httpServer, kept, getService(strapi, 'changes'));
    },

    /** Leaves every request to Strapi again. */
    stop(): void {
      undo();
    },

    /** Drops what shows any of these scopes; answers under way are given, but not to new requests. */
    drop(scopes: string[]): void {
      flights.clear();
      renderings.drop(scopes);
      kept?.drop(scopes);
    },
  };
};

export default createAnswers;
