import { errors } from '@strapi/utils';

import { show } from '../lib/messages';

/** Bytes of a document that are read. */
export const LARGEST_FEED = 20 * 1_024 * 1_024;

/** How long a document may take, in milliseconds. */
const WITHIN = 10_000;

/** How often a server may lead on. */
const REDIRECTS = 5;

const refuse = (address: string, why: string): never => {
  throw new errors.ValidationError(`${show(address)}: ${why}`);
};

/** The encoding that an XML document says it has (XML 1.0, section 4.3.3). */
const declaredEncoding = (start: string): string | undefined =>
  /^\s*<\?xml[^>]{0,200}?\sencoding=["']([\w.:-]{1,40})["']/.exec(start)?.[1];

/** The text of a document: what its bytes begin with tells, then its server, then what it says itself. */
export const decodeFeed = (bytes: Uint8Array, contentType = ''): string => {
  const ofServer = /charset=["']?([\w.:-]{1,40})/i.exec(contentType)?.[1];
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1_000));
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(start);
  const label = isUtf16
    ? start.startsWith('\xff') && 'utf-16le'
    : (ofServer ?? declaredEncoding(start));
  try {
    const decoder = new TextDecoder(label || (isUtf16 ? 'utf-16be' : 'utf-8'));
    // Of two bytes each, the declaration would be no such text: somebody converted the file since.
    const isOfBytes = !isUtf16 && decoder.encoding.startsWith('utf-16') && !start.includes('\0');
    return isOfBytes ? new TextDecoder().decode(bytes) : decoder.decode(bytes);
  } catch {
    // No encoding is called so.
    return new TextDecoder().decode(bytes);
  }
};

const readBody = async (response: Response, address: string): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  const body = (response.body ?? []) as unknown as AsyncIterable<Uint8Array>;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size > LARGEST_FEED) refuse(address, 'it is larger than 20 MB.');
  }
  return Buffer.concat(parts);
};

const get = async (address: string, signal: AbortSignal): Promise<Response> => {
  const { host } = new URL(address);
  let url = new URL(address);
  for (let followed = 0; ; followed += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: {
        Accept: 'application/rss+xml, application/atom+xml, application/feed+json, */*;q=0.5',
      },
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    url = new URL(location, url);
    if (!/^https?:$/.test(url.protocol) || url.host !== host) {
      refuse(address, `it leads to ${show(url.href)}, on another host. Give that address.`);
    }
    if (followed === REDIRECTS) refuse(address, 'it leads on again and again.');
  }
};

/**
 * Reads a feed from its address, once: for ten seconds at most, 20 MB at most, and from no other host.
 *
 * @throws ValidationError that says why it cannot be read
 */
export const fetchFeed = async (address: string): Promise<string> => {
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isAddress) refuse(address, 'no address. Give one that begins with http:// or https://.');
  const signal = AbortSignal.timeout(WITHIN);
  try {
    const response = await get(address, signal);
    if (!response.ok) {
      await response.body?.cancel();
      refuse(address, `it answers with ${response.status}.`);
    }
    const bytes = await readBody(response, address);
    return decodeFeed(bytes, response.headers.get('content-type') ?? '');
  } catch (error) {
    if (error instanceof errors.ValidationError) throw error;
    return refuse(
      address,
      signal.aborted ? 'it took longer than ten seconds.' : 'nobody answers there.',
    );
  }
};
