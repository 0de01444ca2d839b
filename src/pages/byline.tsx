import type { AuthorLink, Page, TagLink } from './model';
import { Written, asWritten } from './words';

/** The tags of an article, as links to their listings. */
export const TagLinks = ({ page, tags }: { page: Page; tags: readonly TagLink[] }) => (
  <ul class="tags">
    {tags.map((tag) => (
      <li key={tag.href}>
        <a href={tag.href} {...asWritten(page, tag.title)}>
          {tag.title}
        </a>
      </li>
    ))}
  </ul>
);

/** Arrows towards what is before and what is after, as the language is read. */
export const ARROWS = { ltr: ['←', '→'], rtl: ['→', '←'] } as const;

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
