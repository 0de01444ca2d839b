import { renderDocument } from './document';
import type { ErrorPage } from './model';
import { inLanguage } from './words';

const Message = ({ page }: { page: ErrorPage }) => (
  <>
    <h1 {...inLanguage(page, page.titleLanguage)}>{page.title}</h1>
    <p class="lead" {...inLanguage(page, page.messageLanguage)}>
      {page.message}
    </p>
    <p>
      <a href={page.siteUrl}>{page.siteName}</a>
    </p>
  </>
);

/** Renders the response to a request that could not be served. */
export const renderError = (page: ErrorPage): string =>
  renderDocument({ name: 'error', page, Content: Message });
