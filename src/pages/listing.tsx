import { ARROWS } from './arrows';
import { renderDocument } from './document';
import { Entries } from './entries';
import { Subscribe } from './feeds';
import { directionOf } from '../texts/direction';
import type { ListedTopics, ListingPage } from './model';
import { asWritten, inLanguage, ofWords, Words, Written } from './words';

const Pages = ({ page }: { page: ListingPage }) => {
  const { texts, pageNumber, pageCount, newer, older } = page;
  const [back, forth] = ARROWS[directionOf(page.language)];
  return (
    <nav class="pages" aria-label={texts.say('pages')} lang={texts.foreign('pages')}>
      {newer !== undefined && (
        <a rel="prev" href={newer}>
          {back} <Words page={page} text="newerArticles" />
        </a>
      )}
      <span class="meta" {...ofWords({ page, text: 'pageOf' })}>
        {texts.say('pageOf', { page: pageNumber, pages: pageCount })}
      </span>
      {older !== undefined && (
        <a rel="next" href={older}>
          <Words page={page} text="olderArticles" /> {forth}
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
            <a href={topic.href} {...asWritten(page, topic.title)}>
              {topic.title}
            </a>{' '}
            <span class="meta">{topic.articles}</span>
          </li>
        ))}
      </ul>
      {allText && (
        <p>
          <a href={all}>
            <Words page={page} text={allText} />
          </a>
        </p>
      )}
    </section>
  );
};

const Listing = ({ page }: { page: ListingPage }) => (
  <>
    {page.image !== undefined && <img class="topic" {...page.image} alt="" />}
    <h1>
      <Written page={page}>{page.title}</Written>
    </h1>
    {page.description !== '' && (
      <p class="lead" {...asWritten(page, page.description)}>
        {page.description}
      </p>
    )}
    {page.entries.length === 0 ? (
      <p class="empty">
        <Words page={page} text="noArticles" />
      </p>
    ) : (
      <Entries page={page} />
    )}
    {page.pageCount > 1 && <Pages page={page} />}
    {page.archive !== undefined && (
      <p>
        <a href={page.archive}>
          <Words page={page} text="archive" />
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

/** Renders the listing of a tag, or of the whole site. */
export const renderListing = (page: ListingPage): string =>
  renderDocument({
    name: 'listing',
    page,
    subtitle: page.pageNumber > 1 ? page.texts.say('page', { page: page.pageNumber }) : undefined,
    newer: page.newer,
    older: page.older,
    feedsInFooter: false,
    Content: Listing,
  });
