import { renderDocument } from './document';
import type { ErrorPage } from './model';

/** Renders the answer to a request that could not be served. */
export const renderError = (page: ErrorPage): string =>
  renderDocument({
    page,
    children: (
      <>
        <h1>{page.title}</h1>
        <p class="lead">{page.message}</p>
        <p>
          <a href={page.siteUrl}>All tags</a>
        </p>
      </>
    ),
  });
