import { renderDocument } from './document';
import { AllFeeds } from './feeds';
import type { TagsPage } from './model';
import { asWritten, inLanguage, ofWords, Words } from './words';

const Tags = ({ page }: { page: TagsPage }) => (
  <>
    <h1 {...inLanguage(page, page.titleLanguage)}>{page.title}</h1>
    {page.tags.length === 0 ? (
      <p class="empty">
        <Words page={page} text={page.allText === 'allTags' ? 'noTags' : 'noArticles'} />
      </p>
    ) : (
      <ul class="entries">
        {page.tags.map((tag) => (
          <li key={tag.href}>
            <h2 {...asWritten(page, tag.title)}>
              <a href={tag.href}>{tag.title}</a>
            </h2>
            <p class="meta" {...ofWords({ page, text: 'articleCount' })}>
              {page.texts.say('articleCount', { count: tag.articles })}
            </p>
            {tag.description !== '' && (
              <p {...asWritten(page, tag.description)}>{tag.description}</p>
            )}
          </li>
        ))}
      </ul>
    )}
    {page.tags.length > 0 && <AllFeeds page={page} opml={page.opml} />}
  </>
);

/** Renders the list of all topics of a type. */
export const renderTags = (page: TagsPage): string =>
  renderDocument({ name: 'tags', page, Content: Tags });
