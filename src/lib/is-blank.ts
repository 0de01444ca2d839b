/** A character that is seen. */
const SEEN = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** Whether nothing of a text is seen: it is empty, or all spaces, control characters and the like. */
export const isBlank = (text: string): boolean => !SEEN.test(text);
