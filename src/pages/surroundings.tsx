import { directionOf } from '../texts/direction';
import { ARROWS } from './arrows';
import type { ArticlePage } from './model';
import { asWritten, ofWords, Words, Written } from './words';

/** The articles before and after one, the older first: as a reader of the archive goes on. */
export const Beside = ({ page }: { page: ArticlePage }) => {
  const { texts, newer, older } = page;
  if (!newer && !older) return null;
  const [back, forth] = ARROWS[directionOf(page.language)];
  return (
    <nav
      class="pages beside"
      aria-label={texts.say('articles')}
      {...ofWords({ page, text: 'articles' })}
    >
      {older && (
        <a rel="prev" href={older.href}>
          <span class="meta">
            {back} <Words page={page} text="previousArticle" />
          </span>{' '}
          <Written page={page}>{older.title}</Written>
        </a>
      )}
      {newer && (
        <a class="onward" rel="next" href={newer.href}>
          <span class="meta">
            <Words page={page} text="nextArticle" /> {forth}
          </span>{' '}
          <Written page={page}>{newer.title}</Written>
        </a>
      )}
    </nav>
  );
};

/** Other articles about the same. */
export const Related = ({ page }: { page: ArticlePage }) => {
  const { related = [] } = page;
  if (related.length === 0) return null;
  return (
    <section class="related" aria-labelledby="related-articles">
      <h2 id="related-articles">
        <Words page={page} text="relatedArticles" />
      </h2>
      <ul>
        {related.map(({ title, href, date }) => (
          <li key={href}>
            <a href={href} {...asWritten(page, title)}>
              {title}
            </a>{' '}
            <time datetime={date.iso}>{date.text}</time>
          </li>
        ))}
      </ul>
    </section>
  );
};
