import { renderDocument } from './document';
import { Subscribe } from './feeds';
import type { ListingPage } from './model';

/** Renders the listing of a tag. */
export const renderListing = (page: ListingPage): string =>
  renderDocument({
    page,
    subtitle: page.pageNumber > 1 ? `Page ${page.pageNumber}` : undefined,
    newer: page.newer,
    older: page.older,
    feedsInFooter: false,
    children: (
      <>
        <h1>{page.title}</h1>
        {page.description !== '' && <p class="lead">{page.description}</p>}
        {page.entries.length === 0 ? (
          <p class="empty">No articles yet.</p>
        ) : (
          <ol class="entries">
            {page.entries.map((entry) => (
              <li key={entry.href}>
                <h2>
                  <a href={entry.href}>{entry.title}</a>
                </h2>
                <time datetime={entry.date.iso}>{entry.date.text}</time>
                {entry.excerpt !== '' && <p>{entry.excerpt}</p>}
              </li>
            ))}
          </ol>
        )}
        {page.pageCount > 1 && (
          <nav class="pages" aria-label="Pages">
            {page.newer !== undefined && (
              <a rel="prev" href={page.newer}>
                ← Newer articles
              </a>
            )}
            <span class="meta">
              Page {page.pageNumber} of {page.pageCount}
            </span>
            {page.older !== undefined && (
              <a rel="next" href={page.older}>
                Older articles →
              </a>
            )}
          </nav>
        )}
        <Subscribe feeds={page.feeds} />
      </>
    ),
  });
