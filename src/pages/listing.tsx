import { renderToString } from 'preact-render-to-string';

import { ARROWS, Byline, inLanguage, inLanguageOfText, TagLinks, PageText } from './words';
import { renderDocument } from './document';
import { ListingData } from './structured-data';
import { Subscribe, AllFeeds } from './subscribe';
import { directionOf } from '../lib/text';
import type {
  ArchiveMonth,
  ListedTopics,
  ListingPage,
  ListingEntry,
  Picture,
  TagsPage,
} from './model';
import type { ListingPart } from './appearance';
import { renderPart } from './templates';

/** First letter of a title, which is shown instead of a picture. */
const initialOf = (title: string, language: string): string =>
  [...title.trim()].slice(0, 1).join('').toLocaleUpperCase(language);

/** Picture of a topic in a list. Without a picture it is the first letter of the topic's title. */
const TopicPicture = ({ page, tag }: { page: TagsPage; tag: TagsPage['tags'][number] }) =>
  tag.image === undefined ? (
    <span class="portrait" aria-hidden="true" data-initial={initialOf(tag.title, page.language)} />
  ) : (
    <img class="portrait" {...tag.image} alt="" loading="lazy" />
  );

interface CardsProps {
  page: TagsPage;
  /** The cards, if they have been drawn already. */
  cards?: string;
}

/** Draws topics as cards, with pictures if any topic of the list has one. */
export const drawCards = (page: TagsPage, tags = page.tags): string => {
  const arePictured = page.tags.some(({ image }) => image !== undefined);
  return renderToString(
    <>
      {tags.map((tag) => (
        <li class="card" key={tag.href}>
          {arePictured && <TopicPicture page={page} tag={tag} />}
          <div>
            <h2 dir="auto">
              <a href={tag.href}>{tag.title}</a>
            </h2>
            <p class="meta" {...inLanguageOfText(page, 'articleCount')}>
              {page.texts.say('articleCount', { count: tag.articles })}
            </p>
            {tag.description !== '' && <p dir="auto">{tag.description}</p>}
          </div>
        </li>
      ))}
    </>,
  );
};

/** Cards of topics in two columns. */
const TopicCards = ({ page, cards = drawCards(page) }: CardsProps) => (
  <ul
    class={page.isOfAuthors ? 'cards people' : 'cards'}
    dangerouslySetInnerHTML={{ __html: cards }}
  />
);

const Tags = ({ page, cards }: CardsProps) => (
  <>
    <h1 {...inLanguage(page, page.titleLanguage)}>{page.title}</h1>
    {page.months !== undefined ? (
      <Months page={page} months={page.months} />
    ) : page.tags.length === 0 ? (
      <p class="empty">
        <PageText page={page} text={page.allText === 'allTags' ? 'noTags' : 'noArticles'} />
      </p>
    ) : (
      <TopicCards page={page} cards={cards} />
    )}
    {page.tags.length > 0 && <AllFeeds page={page} opml={page.opml} />}
  </>
);

/** The archive: links to the years, each with the number of its articles, and articles by month. */
const Months = ({ page, months }: { page: TagsPage; months: ArchiveMonth[] }) => (
  <>
    <nav aria-label={page.title} lang={page.titleLanguage}>
      <ul class="tags">
        {page.tags.map(({ title, href, articles }) => (
          <li key={href}>
            <a href={href}>{title}</a> <span class="meta">{articles}</span>
          </li>
        ))}
      </ul>
    </nav>
    <div class="months">
      {months.map(({ month, title, entries }) => (
        <section aria-labelledby={`m${month}`} key={month}>
          <h2 id={`m${month}`}>{title}</h2>
          <ol>
            {entries.map((entry) => (
              <li key={entry.href}>
                <time datetime={entry.date.iso}>{entry.date.text}</time>
                <a href={entry.href} dir="auto">
                  {entry.title}
                </a>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  </>
);

/**
 * Renders the list of all topics of a type, or the archive.
 *
 * @param cards cards of the page, if they have been drawn already
 */
export const renderTags = (page: TagsPage, cards?: string): string =>
  renderDocument({
    name: 'tags',
    page,
    Head: ListingData,
    // A template of the site may draw a changed model.
    Content: ({ page: shown }) => <Tags page={shown} cards={shown === page ? cards : undefined} />,
  });

/** Number of entries whose covers load at once: readers see these first. */
const EAGER_COVERS = 2;

interface EntryProps {
  page: ListingPage;
  entry: ListingEntry;
  shows: (part: ListingPart) => boolean;
}

/** Date and author of an entry; nothing where neither is shown. */
const Meta = ({ page, entry: { date, author, authors }, shows }: EntryProps) => {
  const time = shows('date') ? <time datetime={date.iso}>{date.text}</time> : null;
  // The listing of an author need not name its only author for each entry.
  const isKnown = page.isOfAuthor === true && (authors?.length ?? 1) === 1;
  if (author === undefined || isKnown || !shows('author')) return time;
  return (
    <p class="meta">
      {time}
      {time && ' · '}
      <Byline author={author} authors={authors} />
    </p>
  );
};

const EntryText = ({ page, entry, shows }: EntryProps) => (
  <>
    <h2 dir="auto">
      <a href={entry.href}>{entry.title}</a>
    </h2>
    <Meta page={page} entry={entry} shows={shows} />
    {entry.excerpt !== '' && shows('summary') && <p dir="auto">{entry.excerpt}</p>}
    {entry.tags !== undefined && entry.tags.length > 0 && shows('tags') && (
      <TagLinks tags={entry.tags} />
    )}
  </>
);

/** The cover as a second link to the article, for people who see it and use a pointer. The title is the first. */
const Cover = ({ href, cover, isLazy }: { href: string; cover: Picture; isLazy: boolean }) => (
  <a class="thumb" href={href} tabindex={-1} aria-hidden="true">
    <img {...cover} alt="" loading={isLazy ? 'lazy' : undefined} />
  </a>
);

const Entry = ({ page, entry, shows, isLazy }: EntryProps & { isLazy: boolean }) =>
  entry.cover !== undefined && shows('cover') ? (
    <>
      <div>
        <EntryText page={page} entry={entry} shows={shows} />
      </div>
      <Cover href={entry.href} cover={entry.cover} isLazy={isLazy} />
    </>
  ) : (
    <EntryText page={page} entry={entry} shows={shows} />
  );

/** The first entry of the home, larger than the others, with its cover as wide as the column. */
const LeadEntry = ({ page, entry, shows }: EntryProps) => (
  <>
    {entry.leadCover !== undefined && (
      <a class="lead-cover" href={entry.href} tabindex={-1} aria-hidden="true">
        <img {...entry.leadCover} alt="" fetchpriority="high" />
      </a>
    )}
    <EntryText page={page} entry={entry} shows={shows} />
  </>
);

const Entries = ({ page }: { page: ListingPage }) => {
  const shows = (part: ListingPart): boolean => page.appearance.listing.includes(part);
  const isLead = (index: number): boolean => page.hasLead === true && index === 0;
  /** Class of the element around an entry. */
  const classOf = ({ cover }: ListingEntry, index: number): string | undefined => {
    if (isLead(index)) return 'lead-entry';
    return cover !== undefined && shows('cover') ? 'covered' : undefined;
  };
  // What a template adds to an entry is beside all of it, including the cover.
  const hasTemplate = page.templates?.entry !== undefined;
  const draw = (entry: ListingEntry, index: number): string => {
    const isLazy = index >= EAGER_COVERS;
    const drawn = renderToString(
      isLead(index) ? (
        <LeadEntry page={page} entry={entry} shows={shows} />
      ) : (
        <Entry page={page} entry={entry} shows={shows} isLazy={isLazy} />
      ),
    );
    const className = classOf(entry, index);
    return hasTemplate && className !== undefined
      ? `<div class="${className}">${drawn}</div>`
      : drawn;
  };
  return (
    <ol class="entries">
      {page.entries.map((entry, index) => (
        <li
          key={entry.href}
          class={hasTemplate ? undefined : classOf(entry, index)}
          dangerouslySetInnerHTML={{
            __html: renderPart('entry', entry, page, (shown) => draw(shown, index)),
          }}
        />
      ))}
    </ol>
  );
};

const Pages = ({ page }: { page: ListingPage }) => {
  const { texts, pageNumber, pageCount, newer, older } = page;
  const [back, forth] = ARROWS[directionOf(page.language)];
  return (
    <nav class="pages" aria-label={texts.say('pages')} lang={texts.foreign('pages')}>
      {newer !== undefined && (
        <a rel="prev" href={newer}>
          {back} <PageText page={page} text="newerArticles" />
        </a>
      )}
      <span class="meta" {...inLanguageOfText(page, 'pageOf')}>
        {texts.say('pageOf', { page: pageNumber, pages: pageCount })}
      </span>
      {older !== undefined && (
        <a rel="next" href={older}>
          <PageText page={page} text="olderArticles" /> {forth}
        </a>
      )}
    </nav>
  );
};

interface TopicsProps {
  page: ListingPage;
  topics: ListedTopics;
  number: number;
}

const Topics = ({ page, topics, number }: TopicsProps) => {
  const { title, titleLanguage, listed, all, allText } = topics;
  const id = number === 1 ? 'topics' : `topics-${number}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} {...inLanguage(page, titleLanguage)}>
        {allText ? title : <a href={all}>{title}</a>}
      </h2>
      <ul class="tags">
        {listed.map((topic) => (
          <li key={topic.href}>
            <a href={topic.href} dir="auto">
              {topic.title}
            </a>{' '}
            <span class="meta">{topic.articles}</span>
          </li>
        ))}
      </ul>
      {allText && (
        <p>
          <a href={all}>
            <PageText page={page} text={allText} />
          </a>
        </p>
      )}
    </section>
  );
};

/** Title and description of a listing. */
const Title = ({ page }: { page: ListingPage }) => (
  <>
    <h1>
      <bdi>{page.title}</bdi>
    </h1>
    {page.description !== '' && (
      <p class="lead" dir="auto">
        {page.description}
      </p>
    )}
  </>
);

const Listing = ({ page }: { page: ListingPage }) => (
  <>
    {page.image === undefined ? (
      <Title page={page} />
    ) : (
      <div class={page.isOfAuthor ? 'masthead person' : 'masthead'}>
        <img class="topic" {...page.image} alt="" />
        <div>
          <Title page={page} />
        </div>
      </div>
    )}
    {page.entries.length === 0 ? (
      <p class="empty">
        <PageText page={page} text="noArticles" />
      </p>
    ) : (
      <Entries page={page} />
    )}
    {page.pageCount > 1 && <Pages page={page} />}
    {page.archive !== undefined && (
      <p>
        <a href={page.archive}>
          <PageText page={page} text="archive" />
        </a>
      </p>
    )}
    {page.topics
      ?.filter(({ listed }) => listed.length > 0)
      .map((topics, index) => (
        <Topics key={topics.all} page={page} topics={topics} number={index + 1} />
      ))}
    <Subscribe page={page} isOfAuthor={page.isOfAuthor} />
  </>
);

/** Renders the listing of a topic, a source, a year or the whole site. */
export const renderListing = (page: ListingPage): string =>
  renderDocument({
    name: 'listing',
    page,
    subtitle: page.pageNumber > 1 ? page.texts.say('page', { page: page.pageNumber }) : undefined,
    Head: ListingData,
    feedsInFooter: false,
    Content: Listing,
  });
