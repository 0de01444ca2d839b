import type { Image } from './model';
import { element, present, type XmlElement } from './xml';

/** A picture of an item in Media RSS 1.5, for RSS and Atom alike. */
export const mediaContent = ({ url, alt, type, width, height }: Image): XmlElement =>
  element(
    'media:content',
    present([alt !== '' && element('media:description', alt, { type: 'plain' })]),
    {
      url,
      medium: 'image',
      ...(type === undefined ? {} : { type }),
      ...(width === undefined ? {} : { width: String(width) }),
      ...(height === undefined ? {} : { height: String(height) }),
    },
  );
