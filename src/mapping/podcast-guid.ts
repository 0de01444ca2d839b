import { createHash } from 'node:crypto';

/** The namespace of ids of podcasts (podcastindex.org, "guid"). */
const GUID_NAMESPACE = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex');

/** The id that a feed's address makes: a UUID of version 5, without protocol and final slashes. */
export const podcastGuid = (feedUrl: string): string => {
  const name = feedUrl.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replace(/\/+$/, '');
  const bytes = createHash('sha1').update(GUID_NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([a, b]) => hex.slice(a, b))
    .join('-');
};
