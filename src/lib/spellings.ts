/** How a text in small letters is written with and without capitals: SQLite knows those of ASCII alone. */
export const spellingsOf = (text: string): string[] => [
  text,
  text.toUpperCase(),
  text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
  text.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()),
];
