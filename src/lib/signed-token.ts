import { createHmac, timingSafeEqual } from 'node:crypto';

/** A payload and its signature, both in base64url. */
const TOKEN = /^([\w-]{1,1000})\.([\w-]{43})$/;

const sign = (payload: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(payload).digest();

/** Whether a text could be a token at all. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** A text that says something to whoever has the key, and that nobody else can make. */
export const writeToken = (content: unknown, key: Buffer): string => {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${sign(payload, key).toString('base64url')}`;
};

/** What a token says; undefined when it is not signed with the key. */
export const readToken = (token: string, key: Buffer): unknown => {
  const [, payload = '', signature = ''] = TOKEN.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const right = sign(payload, key);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
};
