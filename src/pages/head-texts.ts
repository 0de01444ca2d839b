import type { Page } from './model';

/** Before the title of a draft that somebody shares; nothing before any other. */
export const draftMark = ({ draftUntil, texts }: Page): string =>
  draftUntil === undefined ? '' : `[${texts.say('draft')}] `;

/** A text as an attribute's: cards on other sites show its line breaks, or what they have for them. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
