import { ARROWS, Byline, DatedText, inLanguageOfText, TagLinks, PageText } from './words';
import { renderDocument } from './document';
import { Subscribe } from './subscribe';
import type { ArticlePage, ContentPage, Heading } from './model';
import { EntryData } from './structured-data';
import { directionOf } from '../lib/text';

/** Links to the articles before and after this one, the older first: in the order of reading. */
const AdjacentArticles = ({ page }: { page: ArticlePage }) => {
  const { texts, newer, older } = page;
  if (!newer && !older) return null;
  const [back, forth] = ARROWS[directionOf(page.language)];
  return (
    <nav
      class="pages beside"
      aria-label={texts.say('articles')}
      {...inLanguageOfText(page, 'articles')}
    >
      {older && (
        <a rel="prev" href={older.href}>
          <span class="meta">
            {back} <PageText page={page} text="previousArticle" />
          </span>{' '}
          <bdi>{older.title}</bdi>
        </a>
      )}
      {newer && (
        <a class="onward" rel="next" href={newer.href}>
          <span class="meta">
            <PageText page={page} text="nextArticle" /> {forth}
          </span>{' '}
          <bdi>{newer.title}</bdi>
        </a>
      )}
    </nav>
  );
};

const Related = ({ page }: { page: ArticlePage }) => {
  const { related = [] } = page;
  if (related.length === 0) return null;
  return (
    <section class="related" aria-labelledby="related-articles">
      <h2 id="related-articles">
        <PageText page={page} text="relatedArticles" />
      </h2>
      <ul>
        {related.map(({ title, href, date }) => (
          <li key={href}>
            <a href={href} dir="auto">
              {title}
            </a>{' '}
            <time datetime={date.iso}>{date.text}</time>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Minutes of reading, and number of headings, from which on an article shows its contents. */
const MINIMUM_MINUTES = 4;
const MINIMUM_HEADINGS = 3;

/** Number of headings above which contents show only the first level, and of entries that they show at most. */
const MAXIMUM_NESTED_HEADINGS = 50;
const MAXIMUM_HEADINGS = 100;

interface ContentsEntry {
  heading: Heading;
  parts: Heading[];
}

/** Headings of the first level, each with those of the second level below it. */
const groupHeadings = (headings: Heading[]): ContentsEntry[] => {
  const groups: ContentsEntry[] = [];
  for (const heading of headings) {
    const last = groups.at(-1);
    if (heading.level === 3 && last?.heading.level === 2) last.parts.push(heading);
    else groups.push({ heading, parts: [] });
  }
  return groups;
};

/** The headings that a table of contents lists; none for a short article. */
const toContents = (headings: Heading[], minutes: number): ContentsEntry[] => {
  const listed = headings.filter(({ level }) => level <= 3);
  if (minutes < MINIMUM_MINUTES || listed.length < MINIMUM_HEADINGS) return [];
  const shown =
    listed.length > MAXIMUM_NESTED_HEADINGS ? listed.filter(({ level }) => level === 2) : listed;
  return groupHeadings(shown.slice(0, MAXIMUM_HEADINGS));
};

const HeadingLink = ({ heading: { id, text } }: { heading: Heading }) => (
  <a href={`#${id}`}>
    <bdi>{text}</bdi>
  </a>
);

/** The table of contents of a long article. */
const Contents = ({ page, minutes }: { page: ContentPage; minutes: number }) => {
  const groups = toContents(page.headings, minutes);
  if (groups.length === 0) return null;
  return (
    <nav class="contents" aria-labelledby="contents">
      <h2 id="contents" {...inLanguageOfText(page, 'contents')}>
        {page.texts.say('contents')}
      </h2>
      <ol>
        {groups.map(({ heading, parts }) => (
          <li key={heading.id}>
            <HeadingLink heading={heading} />
            {parts.length > 0 && (
              <ol>
                {parts.map((part) => (
                  <li key={part.id}>
                    <HeadingLink heading={part} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};

/** A file that belongs to an article, to hear, to see or to download. */
const Player = ({
  page,
  attachment: { src, type, size, duration },
}: {
  page: ArticlePage;
  attachment: NonNullable<ArticlePage['attachment']>;
}) => (
  <figure>
    {type.startsWith('audio/') && <audio controls preload="metadata" src={src} />}
    {type.startsWith('video/') && <video controls preload="metadata" src={src} />}
    <figcaption>
      <a href={src} type={type} download {...inLanguageOfText(page, 'download')}>
        {page.texts.say('download', { size })}
      </a>
      {duration !== undefined && (
        <>
          {' · '}
          <time datetime={duration.iso}>{duration.text}</time>
        </>
      )}
    </figcaption>
  </figure>
);

const Cover = ({ page: { cover } }: { page: ContentPage }) =>
  cover === undefined ? null : (
    <figure class="cover">
      <img {...cover} />
    </figure>
  );

const BodyText = ({ page }: { page: ContentPage }) => (
  <>
    {page.minutes !== undefined && <Contents page={page} minutes={page.minutes} />}
    <div class="body" dangerouslySetInnerHTML={{ __html: page.bodyHtml }} />
  </>
);

const Authors = ({ page }: { page: ArticlePage }) => {
  const { describedAuthors = [], texts } = page;
  if (describedAuthors.length === 0) return null;
  return (
    <section
      class="authors"
      aria-label={texts.say('authors')}
      {...inLanguageOfText(page, 'authors')}
    >
      {describedAuthors.map(({ name, href, description, image }) => (
        <div class="card" key={href}>
          {image !== undefined && <img class="portrait" {...image} alt="" loading="lazy" />}
          <div>
            <p class="name" dir="auto">
              {href === undefined ? (
                name
              ) : (
                <a rel="author" href={href}>
                  {name}
                </a>
              )}
            </p>
            {description !== '' && <p dir="auto">{description}</p>}
          </div>
        </div>
      ))}
    </section>
  );
};

const Article = ({ page }: { page: ArticlePage }) => (
  <>
    <article>
      <h1 dir="auto">{page.title}</h1>
      {page.standfirst !== undefined && (
        <p class="lead" dir="auto">
          {page.standfirst}
        </p>
      )}
      <p class="meta">
        <time datetime={page.date.iso}>{page.date.text}</time>
        {page.author !== undefined && (
          <>
            {' · '}
            <Byline author={page.author} authors={page.authors} />
          </>
        )}
        {page.updated !== undefined && (
          <>
            {' · '}
            <DatedText page={page} text="updatedOn" date={page.updated} />
          </>
        )}
        {page.minutes !== undefined && (
          <>
            {' · '}
            <span {...inLanguageOfText(page, 'readingTime')}>
              {page.texts.say('readingTime', { count: page.minutes })}
            </span>
          </>
        )}
      </p>
      <Cover page={page} />
      {page.attachment !== undefined && <Player page={page} attachment={page.attachment} />}
      <BodyText page={page} />
      {page.tags.length > 0 && (
        <nav aria-label={page.texts.say('tags')}>
          <TagLinks tags={page.tags} />
        </nav>
      )}
    </article>
    <Authors page={page} />
    <Subscribe page={page} />
    <AdjacentArticles page={page} />
    <Related page={page} />
  </>
);

const OwnPage = ({ page }: { page: ContentPage }) => (
  <article>
    <h1 dir="auto">{page.title}</h1>
    <Cover page={page} />
    <BodyText page={page} />
  </article>
);

export const renderArticle = (page: ArticlePage): string =>
  renderDocument({
    name: 'article',
    page,
    Head: EntryData,
    Content: Article,
    feedsInFooter: false,
  });

/** Renders the page of an entry that is a page of its own. */
export const renderPage = (page: ContentPage): string =>
  renderDocument({ name: 'page', page, Head: EntryData, Content: OwnPage });

/** Renders the page of an entry: an article, which has a date, or a page of its own. */
export const renderEntry = (page: ArticlePage | ContentPage): string =>
  'date' in page ? renderArticle(page) : renderPage(page);
