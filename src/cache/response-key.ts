import { HTML_MEDIA_TYPE } from '../http/response';
import type { Representation } from '../http/representation';

/**
 * What a response is cached under: its path, and what tells a representation of a page from the page
 * itself. No request's path has a space in it.
 */
export const responseKey = (path: string, representation: Representation): string =>
  representation === HTML_MEDIA_TYPE ? path : `${path} ${representation}`;
