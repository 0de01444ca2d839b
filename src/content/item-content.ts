/** What an item of a feed holds. */
export const ITEM_CONTENTS = ['summary', 'full'] as const;
export type ItemContent = (typeof ITEM_CONTENTS)[number];
