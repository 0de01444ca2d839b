import { Beside, Related } from './surroundings';
import { Byline } from './byline';
import { Contents } from './contents';
import { renderDocument } from './document';
import type { ArticlePage, ContentPage } from './model';
import { ArticleData, PageData } from './structured-data';
import { asWritten, DatedWords, ofWords } from './words';

/** A file that belongs to an article: to hear, to see, or to load. */
const Player = ({
  page,
  attachment: { src, type, size },
}: {
  page: ArticlePage;
  attachment: NonNullable<ArticlePage['attachment']>;
}) => (
  <figure>
    {type.startsWith('audio/') && <audio controls preload="metadata" src={src} />}
    {type.startsWith('video/') && <video controls preload="metadata" src={src} />}
    <figcaption>
      <a href={src} type={type} download {...ofWords({ page, text: 'download' })}>
        {page.texts.say('download', { size })}
      </a>
    </figcaption>
  </figure>
);

const Cover = ({ page: { cover } }: { page: ContentPage }) =>
  cover === undefined ? null : (
    <figure class="cover">
      <img {...cover} />
    </figure>
  );

const Text = ({ page }: { page: ContentPage }) => (
  <>
    {page.minutes !== undefined && <Contents page={page} minutes={page.minutes} />}
    <div class="body" dangerouslySetInnerHTML={{ __html: page.bodyHtml }} />
  </>
);

const Article = ({ page }: { page: ArticlePage }) => (
  <>
    <article>
      <h1 {...asWritten(page, page.title)}>{page.title}</h1>
      <p class="meta">
        <time datetime={page.date.iso}>{page.date.text}</time>
        {page.author !== undefined && (
          <>
            {' · '}
            <Byline page={page} author={page.author} authors={page.authors} />
          </>
        )}
        {page.updated !== undefined && (
          <>
            {' · '}
            <DatedWords page={page} text="updatedOn" date={page.updated} />
          </>
        )}
        {page.minutes !== undefined && (
          <>
            {' · '}
            <span {...ofWords({ page, text: 'readingTime' })}>
              {page.texts.say('readingTime', { count: page.minutes })}
            </span>
          </>
        )}
      </p>
      <Cover page={page} />
      {page.attachment !== undefined && <Player page={page} attachment={page.attachment} />}
      <Text page={page} />
      {page.tags.length > 0 && (
        <nav aria-label={page.texts.say('tags')}>
          <ul class="tags">
            {page.tags.map((tag) => (
              <li key={tag.href}>
                <a href={tag.href} {...asWritten(page, tag.title)}>
                  {tag.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </article>
    <Beside page={page} />
    <Related page={page} />
  </>
);

const OwnPage = ({ page }: { page: ContentPage }) => (
  <article>
    <h1 {...asWritten(page, page.title)}>{page.title}</h1>
    <Cover page={page} />
    <Text page={page} />
  </article>
);

/** Renders one article. */
export const renderArticle = (page: ArticlePage): string =>
  renderDocument({ name: 'article', page, Head: ArticleData, Content: Article });

/** Renders a page of its own. */
export const renderPage = (page: ContentPage): string =>
  renderDocument({ name: 'page', page, Head: PageData, Content: OwnPage });

/** Renders the page of an entry: of an article, which has a date, or one of its own. */
export const renderEntry = (page: ArticlePage | ContentPage): string =>
  'date' in page ? renderArticle(page) : renderPage(page);
