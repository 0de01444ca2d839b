import { renderToString } from 'preact-render-to-string';

import type { ListingPart } from './appearance';
import { Byline } from './byline';
import type { ListingEntry, ListingPage, Picture } from './model';
import { renderPart } from './templates';
import { asWritten } from './words';

/** Entries whose covers are loaded at once: those a reader sees first. */
const SEEN_FIRST = 2;

interface EntryProps {
  page: ListingPage;
  entry: ListingEntry;
  shows: (part: ListingPart) => boolean;
}

/** When and by whom; nothing where neither is shown. */
const Meta = ({ page, entry: { date, author, authors }, shows }: EntryProps) => {
  const time = shows('date') ? <time datetime={date.iso}>{date.text}</time> : null;
  if (author === undefined || !shows('author')) return time;
  return (
    <p class="meta">
      {time}
      {time && ' · '}
      <Byline page={page} author={author} authors={authors} />
    </p>
  );
};

const Text = ({ page, entry, shows }: EntryProps) => (
  <>
    <h2 {...asWritten(page, entry.title)}>
      <a href={entry.href}>{entry.title}</a>
    </h2>
    <Meta page={page} entry={entry} shows={shows} />
    {entry.excerpt !== '' && shows('summary') && (
      <p {...asWritten(page, entry.excerpt)}>{entry.excerpt}</p>
    )}
    {entry.tags !== undefined && entry.tags.length > 0 && shows('tags') && (
      <ul class="tags">
        {entry.tags.map((tag) => (
          <li key={tag.href}>
            <a href={tag.href} {...asWritten(page, tag.title)}>
              {tag.title}
            </a>
          </li>
        ))}
      </ul>
    )}
  </>
);

/** The cover as a second way to the article, for those who see and point: the title is the first. */
const Cover = ({ href, cover, isLazy }: { href: string; cover: Picture; isLazy: boolean }) => (
  <a class="thumb" href={href} tabindex={-1} aria-hidden="true">
    <img {...cover} alt="" loading={isLazy ? 'lazy' : undefined} />
  </a>
);

const Entry = ({ page, entry, shows, isLazy }: EntryProps & { isLazy: boolean }) =>
  entry.cover !== undefined && shows('cover') ? (
    <>
      <div>
        <Text page={page} entry={entry} shows={shows} />
      </div>
      <Cover href={entry.href} cover={entry.cover} isLazy={isLazy} />
    </>
  ) : (
    <Text page={page} entry={entry} shows={shows} />
  );

/** The articles of a listing. */
export const Entries = ({ page }: { page: ListingPage }) => {
  const shows = (part: ListingPart): boolean => page.appearance.listing.includes(part);
  const isCovered = ({ cover }: ListingEntry): boolean => cover !== undefined && shows('cover');
  // What a site puts beside an entry is beside all of it, its cover as well.
  const isOwn = page.templates?.entry !== undefined;
  const draw = (entry: ListingEntry, index: number): string => {
    const isLazy = index >= SEEN_FIRST;
    const drawn = renderToString(<Entry page={page} entry={entry} shows={shows} isLazy={isLazy} />);
    return isOwn && isCovered(entry) ? `<div class="covered">${drawn}</div>` : drawn;
  };
  return (
    <ol class="entries">
      {page.entries.map((entry, index) => (
        <li
          key={entry.href}
          class={!isOwn && isCovered(entry) ? 'covered' : undefined}
          dangerouslySetInnerHTML={{
            __html: renderPart('entry', entry, page, (shown) => draw(shown, index)),
          }}
        />
      ))}
    </ol>
  );
};
