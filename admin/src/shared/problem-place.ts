import { isFileName, type Problem } from '../../../src/content/problem';

/** The link or picture in a body that a problem is about. */
export interface ProblemPlace {
  kind: 'link' | 'image';
  /** As in the rendered body, possibly cut; empty for a link without an address. */
  address: string;
  /** Text of a link without an address. */
  words?: string;
  /** Whether the picture's alternative text is the problem. */
  isText?: true;
}

/** A link without an address, in the notation of such problems. */
const EMPTY = /^\[(.*)\]\(\)$/s;

/** The place of a problem in a body; undefined if it is about no link or picture. */
export const placeOf = ({ code, params }: Problem): ProblemPlace | undefined => {
  const address = String(params.address ?? '');
  switch (code) {
    case 'link-address':
    case 'link-missing': {
      const [, words] = EMPTY.exec(address) ?? [];
      return words === undefined ? { kind: 'link', address } : { kind: 'link', address: '', words };
    }
    case 'image-address':
      return { kind: 'image', address };
    case 'image-alt':
      return { kind: 'image', address, isText: true };
    default:
      return undefined;
  }
};

/** Router state of a link to the entry: Strapi would send unknown query parameters to its server. */
export const toPlaceState = (place: ProblemPlace | undefined) => ({ syndicationPlace: place });

/** Reads the place from router state. */
export const placeInState = (state: unknown): ProblemPlace | undefined =>
  (state as Partial<ReturnType<typeof toPlaceState>> | null)?.syndicationPlace;

/** Whether a written address is the one that a problem names. */
const isAddress = (written: string, { address }: ProblemPlace): boolean => {
  const isCut = address.endsWith('…');
  const named = isCut ? address.slice(0, -1) : address;
  return [written, encoded(written)].some((form) =>
    isCut ? form.startsWith(named) : form === named,
  );
};

/** Whether the text of a link is the one that a problem names: possibly cut, and without markup. */
const isWords = (written: string, named: string): boolean => {
  const plain = (text: string): string => text.replace(/[*_`~\s]+/g, ' ').trim();
  return named.endsWith('…')
    ? plain(written).startsWith(plain(named.slice(0, -1)))
    : plain(written) === plain(named);
};

/** An address as markdown-it renders it: with invalid characters encoded. */
const encoded = (written: string): string => {
  try {
    return encodeURI(decodeURI(written.replaceAll('&amp;', '&')));
  } catch {
    // Half an escape sequence or half a surrogate pair.
    return written;
  }
};

/** A Markdown link or picture: mark, text, and address with what follows it. */
const REFERENCE =
  /(!?)\[([^[\]]{0,2000})\]\(([^()\n]{0,4000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?)\)/g;

/** An address elsewhere: bare, in a link definition, or in an HTML element. */
const BARE = /[^\s<>"'()[\]]{1,4000}/g;

/** Position in Markdown of the address, or of the alternative text, of a link or a picture. */
export const findPlace = (
  markdown: string,
  place: ProblemPlace,
): { from: number; to: number } | undefined => {
  for (const { index, 0: all, 1: mark = '', 2: words = '', 3: inner = '' } of markdown.matchAll(
    REFERENCE,
  )) {
    if ((mark === '!') !== (place.kind === 'image')) continue;
    const textAt = index + mark.length + 1;
    const innerAt = index + all.length - 1 - inner.length;
    const [, before = '', written = ''] =
      /^(\s*<?)([^<>]*?)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*$/.exec(inner) ?? [];
    const isIt =
      place.words === undefined
        ? isAddress(written, place)
        : written === '' && isWords(words, place.words);
    // The same picture may occur elsewhere with an alternative text.
    if (!isIt || (place.isText && words.trim() !== '' && !isFileName(words, written))) continue;
    const from = place.isText ? textAt : innerAt + before.length;
    return { from, to: from + (place.isText ? words : written).length };
  }
  for (const { index, 0: written } of markdown.matchAll(BARE)) {
    if (place.address !== '' && isAddress(written, place)) {
      return { from: index, to: index + written.length };
    }
  }
  return undefined;
};
