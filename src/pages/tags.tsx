import { renderDocument } from './document';
import type { TagsPage } from './model';

const countArticles = (count: number): string => (count === 1 ? '1 article' : `${count} articles`);

/** Renders the list of all tags. */
export const renderTags = (page: TagsPage): string =>
  renderDocument({
    page,
    children: (
      <>
        <h1>{page.title}</h1>
        {page.tags.length === 0 ? (
          <p class="empty">No tags yet.</p>
        ) : (
          <ul class="entries">
            {page.tags.map((tag) => (
              <li key={tag.href}>
                <h2>
                  <a href={tag.href}>{tag.title}</a>
                </h2>
                <p class="meta">{countArticles(tag.articles)}</p>
                {tag.description !== '' && <p>{tag.description}</p>}
              </li>
            ))}
          </ul>
        )}
        {page.tags.length > 0 && (
          <p class="meta">
            <a href={page.opml}>All feeds in one file (OPML)</a>, for a feed reader to subscribe to
            at once.
          </p>
        )}
      </>
    ),
  });
