import { contentSecurityPolicy } from '../http/content-security-policy';
import type { Page } from '../pages/model';
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
