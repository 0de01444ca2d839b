import type { Element } from 'domhandler';

/** A picture of the media library, as far as pages need to know it. */
export interface KnownPicture {
  width: number;
  height: number;
  /** The picture in other sizes, the smallest first; addresses are absolute. */
  sizes: { src: string; width: number }[];
}

/** Pictures by their absolute address. */
export type KnownPictures = Record<string, KnownPicture>;

/**
 * What an `img` of a known picture says of it beside its address.
 *
 * @param shownAt how wide the page shows it, as `sizes` says it
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

/** What a page knows of the pictures of a body. */
interface PictureOptions {
  known: KnownPictures;
  /** How wide the page shows them, as `sizes` says it. */
  shownAt: string;
  /** Whether the page has no picture before these. */
  isFirst: boolean;
}

/** What is said of a picture, unless its author said something of the kind. */
const SAID_TOGETHER = [
  ['width', 'height'],
  ['srcset', 'sizes'],
] as const;

/**
 * Says the size of known pictures, so that the page does not move when they come, and offers them in
 * other sizes; all pictures but the first are loaded when a reader comes near.
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
      for (const names of SAID_TOGETHER) {
        if (names.some((name) => attribs[name] !== undefined)) continue;
        names.forEach((name) => {
          if (found[name] !== undefined) attribs[name] = found[name];
        });
      }
    });
};
