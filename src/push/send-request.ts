import type { Outcome } from './consumer';

/** Longest wait for a response, in milliseconds. */
const ANSWERED_WITHIN = 10_000;

/** Bytes of a response that are read. */
const READ_AT_MOST = 10_000;

/** Characters of a response that are stored. */
const MAXIMUM_ANSWER_LENGTH = 200;

/** Longest pause that a consumer may ask for, in milliseconds. */
const PAUSE_AT_MOST = 24 * 3_600_000;

export interface SentRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Texts that are removed from what is shown of the response. */
  secrets?: readonly string[];
}

/** Shortens a response for display: one line, without secrets. */
const shorten = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, MAXIMUM_ANSWER_LENGTH);

/** The start of a body, at most this many bytes; the rest is not read. */
export const readStart = async (response: Response, most: number): Promise<Uint8Array> => {
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < most) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
  }
  await reader.cancel().catch(() => undefined);
  return Buffer.concat(parts).subarray(0, most);
};

/**
 * Milliseconds of a Retry-After header (RFC 9110, section 10.2.3): seconds, or a date.
 *
 * @param now milliseconds since 1970
 */
const parseRetryAfter = (value: string | null, now: number): number | undefined => {
  if (value === null) return undefined;
  const asked = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), PAUSE_AT_MOST) : undefined;
};

const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no answer within ${ANSWERED_WITHIN / 1_000} s`;
  return cause?.code ?? cause?.message ?? message;
};

/**
 * Sends a request and returns its outcome. Redirects are not followed: a signature or token goes only where the
 * configuration says.
 */
export const sendRequest = async ({
  url,
  method = 'POST',
  headers,
  body,
  secrets = [],
}: SentRequest): Promise<Outcome> => {
  try {
    const response = await fetch(url, {
      method,
      headers: { 'user-agent': 'strapi-plugin-syndication', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWERED_WITHIN),
    });
    const { status } = response;
    const start = await readStart(response, READ_AT_MOST).catch(() => new Uint8Array());
    if (response.ok) return { kind: 'told', answer: String(status) };
    const isRedirect = status >= 300 && status < 400;
    const why = isRedirect
      ? 'redirects are not followed'
      : shorten(new TextDecoder().decode(start), secrets);
    return {
      kind: 'failed',
      answer: [status, why].filter((part) => part !== '').join(' '),
      isFinal: status === 410,
      after: parseRetryAfter(response.headers.get('retry-after'), Date.now()),
      isAway: [429, 502, 503, 504].includes(status),
    };
  } catch (error) {
    return { kind: 'failed', answer: shorten(reasonOf(error), secrets), isAway: true };
  }
};
