/** Arrows towards what is before and what is after, as the language is read. */
export const ARROWS = { ltr: ['←', '→'], rtl: ['→', '←'] } as const;
