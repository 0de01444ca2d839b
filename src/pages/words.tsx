import type { ComponentChildren } from 'preact';
import { directionOf } from '../lib/text';
import type { TextKey, ValueName } from '../texts/keys';
import type { AuthorLink, Page, PageDate, TagLink } from './model';

interface LanguageAttributes {
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

/** Attributes of an element whose text may be in another language than its page; none if it is not. */
export const inLanguage = (page: Page, language: string | undefined): LanguageAttributes => {
  if (language === undefined) return {};
  const direction = directionOf(language);
  return direction === directionOf(page.language)
    ? { lang: language }
    : { lang: language, dir: direction };
};

/** The same for an element that has one of the page's texts, for example as a label. */
export const inLanguageOfText = (page: Page, text: TextKey): LanguageAttributes =>
  inLanguage(page, page.texts.foreign(text));

/** A text around a date. The date is always in the site's language. */
export const DatedText = ({
  page,
  text,
  date,
}: {
  page: Page;
  text: 'updatedOn' | 'draftNotice';
  date: PageDate;
}) => {
  const words = inLanguageOfText(page, text);
  const time = (
    <time datetime={date.iso} {...(words.lang !== undefined && inLanguage(page, page.language))}>
      {date.text}
    </time>
  );
  return (
    <span {...words}>{page.texts.parts<typeof text, ComponentChildren>(text, { date: time })}</span>
  );
};

type WithoutValues = {
  [Key in TextKey]: [ValueName<Key>] extends [never] ? Key : never;
}[TextKey];

/** A text of the page. It has an element of its own only if it is in another language. */
export const PageText = ({ page, text }: { page: Page; text: WithoutValues }) => {
  const words = page.texts.say(text);
  const attributes = inLanguageOfText(page, text);
  return attributes.lang === undefined ? <>{words}</> : <span {...attributes}>{words}</span>;
};

/**
 * The title of a page's feed within a text. On a right-to-left page it is isolated: a title that begins with a
 * Latin name would be joined to Latin text before it.
 */
export const FeedTitle = ({ page }: { page: Page }) => {
  const title = page.feeds[0]?.title;
  if (directionOf(page.language) === 'ltr') return <>{title}</>;
  const language = page.texts.foreign('tagFeedTitle') ?? page.language;
  return <bdi dir={directionOf(language)}>{title}</bdi>;
};

/** The tags of an article, as links to their listings. */
export const TagLinks = ({ tags }: { tags: readonly TagLink[] }) => (
  <ul class="tags">
    {tags.map((tag) => (
      <li key={tag.href}>
        <a href={tag.href} dir="auto">
          {tag.title}
        </a>
      </li>
    ))}
  </ul>
);

/** Arrows backwards and forwards, in the direction of reading. */
export const ARROWS = { ltr: ['←', '→'], rtl: ['→', '←'] } as const;

interface BylineProps {
  author: string;
  authors?: AuthorLink[];
}

/** The authors of an article, with links to their pages if they have any. */
export const Byline = ({ author, authors }: BylineProps) => (
  <>
    {authors === undefined ? (
      <bdi>{author}</bdi>
    ) : (
      authors.map(({ name, href }, index) => (
        <>
          {index > 0 && ', '}
          {href === undefined ? (
            <bdi>{name}</bdi>
          ) : (
            <a key={href} rel="author" href={href}>
              <bdi>{name}</bdi>
            </a>
          )}
        </>
      ))
    )}
  </>
);
