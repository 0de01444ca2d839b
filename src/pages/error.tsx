import { renderDocument } from './document';
import type { ErrorPage } from './model';
import { inLanguage, PageText } from './words';

/** The newest articles, for visitors who looked for another one. */
const NewestArticles = ({ page }: { page: ErrorPage }) => {
  const { newest = [] } = page;
  if (newest.length === 0) return null;
  return (
    <section class="newest" aria-labelledby="newest-articles">
      <h2 id="newest-articles">
        <PageText page={page} text="newestArticles" />
      </h2>
      <ol class="entries">
        {newest.map(({ title, href, date }) => (
          <li key={href}>
            <h3 dir="auto">
              <a href={href}>{title}</a>
            </h3>
            <time datetime={date.iso}>{date.text}</time>
          </li>
        ))}
      </ol>
    </section>
  );
};

const Message = ({ page }: { page: ErrorPage }) => (
  <>
    <h1 {...inLanguage(page, page.titleLanguage)}>{page.title}</h1>
    <p class="lead" {...inLanguage(page, page.messageLanguage)}>
      {page.message}
    </p>
    <p>
      <a href={page.siteUrl}>{page.siteName}</a>
    </p>
    <NewestArticles page={page} />
  </>
);

export const renderError = (page: ErrorPage): string =>
  renderDocument({ name: 'error', page, Content: Message });
