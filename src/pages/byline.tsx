import type { AuthorLink } from './model';

/** Who wrote an article: with links to their pages where they have any. */
export const Byline = ({ author, authors }: { author?: string; authors?: AuthorLink[] }) => (
  <>
    {authors === undefined
      ? author
      : authors.map(({ name, href }, index) => (
          <>
            {index > 0 && ', '}
            {href === undefined ? (
              name
            ) : (
              <a key={href} rel="author" href={href}>
                {name}
              </a>
            )}
          </>
        ))}
  </>
);
