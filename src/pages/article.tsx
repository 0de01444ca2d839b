import { renderDocument } from './document';
import type { ArticlePage } from './model';
import { StructuredData } from './structured-data';

/** Renders one article. */
export const renderArticle = (page: ArticlePage): string =>
  renderDocument({
    page,
    head: <StructuredData page={page} />,
    children: (
      <article>
        <h1>{page.title}</h1>
        <p class="meta">
          <time datetime={page.date.iso}>{page.date.text}</time>
          {page.author !== undefined && <> · {page.author}</>}
        </p>
        {page.cover !== undefined && (
          <figure>
            <img {...page.cover} />
          </figure>
        )}
        <div class="body" dangerouslySetInnerHTML={{ __html: page.bodyHtml }} />
        {page.tags.length > 0 && (
          <ul class="tags" aria-label="Tags">
            {page.tags.map((tag) => (
              <li key={tag.href}>
                <a href={tag.href}>{tag.title}</a>
              </li>
            ))}
          </ul>
        )}
      </article>
    ),
  });
