import {
  type ErrorFormat,
  type PublicResponse,
  HTML_MEDIA_TYPE,
  TEXT_MEDIA_TYPE,
} from '../http/response';
import { renderError } from '../pages/error';
import type { Pages } from './pages';
import { contentSecurityPolicy } from '../http/document-headers';
import type { ErrorPage, Page } from '../pages/model';
import { pageStyle } from '../pages/style';

/**
 * The Content-Security-Policy of a page, with what the site's templates use.
 *
 * @param framedBy other origins than its own that may show it in a frame
 */
export const pagePolicy = (
  page: Pick<Page, 'appearance' | 'templates' | 'draftUntil'>,
  framedBy: readonly string[] = [],
): string =>
  contentSecurityPolicy(pageStyle(page), {
    framedBy,
    additions: page.templates?.contentSecurityPolicy,
  });

/** The page of an error, as a response to keep. */
export const errorPage = (page: ErrorPage): PublicResponse => ({
  kind: 'document',
  body: renderError(page),
  mediaType: HTML_MEDIA_TYPE,
  policy: pagePolicy(page),
});

/** What the texts call each error. */
const ERRORS = {
  404: 'notFound',
  410: 'gone',
  405: 'methodNotAllowed',
  412: 'preconditionFailed',
  500: 'serverError',
  503: 'unavailable',
} as const;

export type ErrorStatus = keyof typeof ERRORS;

/** What is sent of an error. */
interface ErrorDocument {
  body: string;
  mediaType: string;
  /** The Content-Security-Policy of a page. */
  policy?: string;
  /** Of a line: nothing in it could name its language. */
  language?: string;
}

/**
 * An error in the words of the site: a page, or a line for who sees none.
 *
 * @param framedBy other origins than its own that may show the page in a frame
 */
export const errorDocument = (
  pages: Pick<Pages, 'error'>,
  status: ErrorStatus,
  format: ErrorFormat,
  framedBy?: readonly string[],
): ErrorDocument => {
  const page = pages.error(ERRORS[status]);
  if (format === 'html') {
    const policy = pagePolicy(page, framedBy);
    return { body: renderError(page), mediaType: HTML_MEDIA_TYPE, policy };
  }
  const { texts, title, message, titleLanguage: language = page.language } = page;
  const line = texts.say('plainError', { title, message });
  return { body: `${line}\n`, mediaType: TEXT_MEDIA_TYPE, language };
};
