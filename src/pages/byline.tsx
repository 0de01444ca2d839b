import type { AuthorLink, Page } from './model';
import { Written } from './words';

interface BylineProps {
  page: Page;
  author: string;
  authors?: AuthorLink[];
}

/** Who wrote an article: with links to their pages where they have any. */
export const Byline = ({ page, author, authors }: BylineProps) => (
  <>
    {authors === undefined ? (
      <Written page={page}>{author}</Written>
    ) : (
      authors.map(({ name, href }, index) => (
        <>
          {index > 0 && ', '}
          {href === undefined ? (
            <Written page={page}>{name}</Written>
          ) : (
            <a key={href} rel="author" href={href}>
              <Written page={page}>{name}</Written>
            </a>
          )}
        </>
      ))
    )}
  </>
);
