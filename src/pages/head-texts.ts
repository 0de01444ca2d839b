import type { Texts } from '../texts/texts';

/** Before the title of a draft that somebody shares. */
export const draftMark = (texts: Texts): string => `[${texts.say('draft')}] `;

/** A text as an attribute's: cards on other sites show its line breaks, or what they have for them. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
