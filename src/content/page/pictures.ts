import type { Element } from 'domhandler';

/** What pages need to know about a picture of the media library. */
export interface KnownPicture {
  width: number;
  height: number;
  /** The picture in other sizes, the smallest first; addresses are absolute. */
  sizes: { src: string; width: number }[];
}

/** Pictures by their absolute address. */
export type KnownPictures = Record<string, KnownPicture>;

/**
 * Attributes of the `img` of a known picture, without its address.
 *
 * @param shownAt its width on the page, in the syntax of the attribute `sizes`
 */
export const pictureAttributes = (
  { width, height, sizes }: KnownPicture,
  shownAt: string,
): Record<'width' | 'height' | 'srcset' | 'sizes', string | undefined> => ({
  width: `${width}`,
  height: `${height}`,
  srcset:
    sizes.length > 1 ? sizes.map((size) => `${size.src} ${size.width}w`).join(', ') : undefined,
  sizes: sizes.length > 1 ? shownAt : undefined,
});

/** What a page knows about the pictures of a body. */
interface PictureOptions {
  known: KnownPictures;
  /** Their width on the page, in the syntax of the attribute `sizes`. */
  shownAt: string;
  /** Whether the page shows no picture before these. */
  isFirst: boolean;
}

/** Attributes that are set together, unless the author set one of them. */
const ATTRIBUTE_PAIRS = [
  ['width', 'height'],
  ['srcset', 'sizes'],
] as const;

/**
 * Sets the size of known pictures, so that the page does not move when they load, and offers them in other sizes.
 * All pictures but the first are loaded when a reader comes near.
 */
export const preparePictures = (
  elements: Element[],
  { known, shownAt, isFirst }: PictureOptions,
): void => {
  elements
    .filter(({ name }) => name === 'img')
    .forEach(({ attribs }, index) => {
      if (index > 0 || !isFirst) attribs.loading ??= 'lazy';
      const picture = known[attribs.src ?? ''];
      if (!picture) return;
      const found = pictureAttributes(picture, shownAt);
      for (const names of ATTRIBUTE_PAIRS) {
        if (names.some((name) => attribs[name] !== undefined)) continue;
        names.forEach((name) => {
          if (found[name] !== undefined) attribs[name] = found[name];
        });
      }
    });
};
