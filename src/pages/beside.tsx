import { directionOf } from '../texts/direction';
import { ARROWS } from './arrows';
import type { ArticlePage } from './model';
import { ofWords, Words } from './words';

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
          {older.title}
        </a>
      )}
      {newer && (
        <a class="onward" rel="next" href={newer.href}>
          <span class="meta">
            <Words page={page} text="nextArticle" /> {forth}
          </span>{' '}
          {newer.title}
        </a>
      )}
    </nav>
  );
};
