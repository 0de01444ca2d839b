import ipaddr from 'ipaddr.js';

/**
 * Names that lead nowhere on the public internet: RFC 6761 (localhost, test, invalid), RFC 6762 (local, and those of
 * appendix G), RFC 8375 (home.arpa), and inventions of routers and containers.
 */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid)$/;

/** Resolves an address against a base; the address itself if it is not valid. */
export const toAbsolute = (address: string, baseUrl: string): string =>
  URL.canParse(address, baseUrl) ? new URL(address, baseUrl).href : address;

/** Whether a text is an absolute http or https address. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Host of an address in the form that ipaddr.js reads: no brackets, and no final dot of a complete name. */
const hostOf = (baseUrl: string): string =>
  new URL(baseUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * Range of an IP address, also of an IPv4-mapped IPv6 one; undefined for a name. Most names are ruled out first:
 * ipaddr.js throws for them, and an index of all entries asks for each entry.
 */
const rangeOf = (host: string): string | undefined =>
  /:|\d$/.test(host) && ipaddr.isValid(host) ? ipaddr.process(host).range() : undefined;

/**
 * Whether people elsewhere can open a base address: it is not local, private or unspecified.
 *
 * @param baseUrl absolute http or https address
 */
export const isPublicAddress = (baseUrl: string): boolean => {
  const host = hostOf(baseUrl);
  const range = rangeOf(host);
  if (range !== undefined) return range === 'unicast';
  return host.includes('.') && !LOCAL_NAMES.test(host);
};

/**
 * A base address that can be opened on this machine at least. A server may listen at an unspecified
 * address (0.0.0.0, [::]), but no link can lead there.
 */
export const toOpenable = (baseUrl: string): string => {
  if (rangeOf(hostOf(baseUrl)) !== 'unspecified') return baseUrl;
  const url = new URL(baseUrl);
  url.hostname = 'localhost';
  return url.href.replace(/\/$/, '');
};
