import { renderDocument } from './document';
import { Entries } from './entries';
import { Subscribe } from './feeds';
import { directionOf } from '../texts/direction';
import type { ListingPage } from './model';
import { ofWords, Words } from './words';

/** Arrows towards the page before and the page after, as the language is read. */
const ARROWS = { ltr: ['←', '→'], rtl: ['→', '←'] } as const;

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

/** Renders the listing of a tag, or of the whole site. */
export const renderListing = (page: ListingPage): string =>
  renderDocument({
    page,
    subtitle: page.pageNumber > 1 ? page.texts.say('page', { page: page.pageNumber }) : undefined,
    newer: page.newer,
    older: page.older,
    feedsInFooter: false,
    children: (
      <>
        {page.image !== undefined && <img class="topic" {...page.image} alt="" />}
        <h1>{page.title}</h1>
        {page.description !== '' && <p class="lead">{page.description}</p>}
        {page.entries.length === 0 ? (
          <p class="empty">
            <Words page={page} text="noArticles" />
          </p>
        ) : (
          <Entries page={page} />
        )}
        {page.pageCount > 1 && <Pages page={page} />}
        {page.topics !== undefined && page.topics.listed.length > 0 && (
          <section aria-labelledby="topics">
            <h2 id="topics">
              <Words page={page} text="tags" />
            </h2>
            <ul class="tags">
              {page.topics.listed.map((topic) => (
                <li key={topic.href}>
                  <a href={topic.href}>{topic.title}</a> <span class="meta">{topic.articles}</span>
                </li>
              ))}
            </ul>
            <p>
              <a href={page.topics.all}>
                <Words page={page} text="allTags" />
              </a>
            </p>
          </section>
        )}
        <Subscribe page={page} />
      </>
    ),
  });
