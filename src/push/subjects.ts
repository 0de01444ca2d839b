import { createHash } from 'node:crypto';

import type { EntryKey } from '../catalogue/entry';
import type { Told } from './consumer';

/** What a consumer is told of, in a word, by kind. */
export const SUBJECTS = {
  entry: ({ contentType, documentId, locale }: EntryKey): string =>
    `entry ${contentType} ${documentId} ${locale}`,
  site: (): string => 'site',
  /** @param of the version, or the moment from when on readers see the change */
  scopes: (of: number | string): string => `scopes ${of}`,
  feeds: (list: string, moment?: number): string =>
    moment === undefined ? `feeds ${list}` : `feeds ${list} ${moment}`,
} as const satisfies Record<keyof Told, (...parts: never[]) => string>;

/** What a subject is of. */
export const kindOfSubject = (subject: string): keyof Told => subject.split(' ')[0] as keyof Told;

/** What a pending row is known by. */
export const deliveryKey = (consumer: string, subject: string): string =>
  createHash('sha1').update(`${consumer} ${subject}`).digest('hex');

/** What a row is known by from one telling to the next: the feeds of a list are, whenever they change. */
export const lastingKey = (consumer: string, subject: string): string =>
  deliveryKey(consumer, subject.replace(/^(feeds \S+) -?\d+$/, '$1'));
