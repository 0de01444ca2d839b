import type { Page, TagLink } from './model';
import { asWritten } from './words';

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
