import { z } from 'zod';

/** PostgreSQL refuses texts with U+0000, and no name has any other of these. */
const CONTROL = /\p{Cc}/u;

/** A name of something that is asked for, as a database can look for it. */
export const name = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => !CONTROL.test(text), 'expected no control characters');

export const contentType = name(200);

export const documentId = name(100);

/** A document id that may be missing, empty or null, as a form has it that was never saved. */
export const savedId = documentId.nullish().transform((id) => id || undefined);

/** Code of a locale; null where none is told. */
export const locale = name(50)
  .nullish()
  .transform((code) => code || null);

/** A text that is being typed, without what no database keeps. */
export const typedText = (longest: number) =>
  z
    .string()
    .max(longest)
    .nullish()
    .transform((text) => (text ?? '').replaceAll('\0', ''));

/** Names with commas between them. */
export const names = (most: number, what: string) =>
  name(10_000)
    .default('')
    .transform((list) => list.split(',').filter((one) => one !== ''))
    .refine((list) => list.length <= most, `ask for at most ${most} ${what} at once`);
