import { isFileName, type Problem } from '../../../src/content/problem';

/** What of a body a problem is about, as the editor finds it. */
export interface ProblemPlace {
  kind: 'link' | 'image';
  /** As the rendered body has it, maybe cut; empty of a link without an address. */
  address: string;
  /** Words of a link without an address. */
  words?: string;
  /** Whether it is the picture's alternative text that is to be mended. */
  isText?: true;
}

/** A link without an address, as such problems name it. */
const EMPTY = /^\[(.*)\]\(\)$/s;

/** Where in a body a problem is; undefined of one that is about no link and no picture. */
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

/** What a link to the entry brings along, since Strapi takes the address for what is asked of its server. */
export const toPlaceState = (place: ProblemPlace | undefined) => ({ syndicationPlace: place });

/** What a link to the entry brought along. */
export const placeInState = (state: unknown): ProblemPlace | undefined =>
  (state as Partial<ReturnType<typeof toPlaceState>> | null)?.syndicationPlace;

/** Whether an address that an editor wrote is the one that a problem names. */
export const isAddress = (written: string, { address }: ProblemPlace): boolean => {
  const isCut = address.endsWith('…');
  const named = isCut ? address.slice(0, -1) : address;
  return [written, encoded(written)].some((form) =>
    isCut ? form.startsWith(named) : form === named,
  );
};

/** Whether the words of a link are those that a problem names: maybe cut, and without markup. */
export const isWords = (written: string, named: string): boolean => {
  const plain = (text: string): string => text.replace(/[*_`~\s]+/g, ' ').trim();
  return named.endsWith('…')
    ? plain(written).startsWith(plain(named.slice(0, -1)))
    : plain(written) === plain(named);
};

/** An address as Markdown renders it: markdown-it encodes what an address cannot have. */
const encoded = (written: string): string => {
  try {
    return encodeURI(decodeURI(written.replaceAll('&amp;', '&')));
  } catch {
    // Half an escape, or half of a character.
    return written;
  }
};

/** A link or a picture of Markdown: its mark, its words, and its address with what follows it. */
const REFERENCE =
  /(!?)\[([^[\]]{0,2000})\]\(([^()\n]{0,4000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?)\)/g;

/** An address elsewhere: as such, of a definition, or of an element of HTML. */
const BARE = /[^\s<>"'()[\]]{1,4000}/g;

/** Where in Markdown the address, or the alternative text, of a link or a picture is. */
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
        ? isAddress(written, place) || isAddress(inner, place)
        : written === '' && isWords(words, place.words);
    // The same picture may stand elsewhere with a text.
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
