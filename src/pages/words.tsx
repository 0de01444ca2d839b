import type { ComponentChildren } from 'preact';
import { directionOf, directionOfText } from '../lib/text';
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

const hasOtherDirection = ({ language }: Page, text: string): boolean => {
  const direction = directionOfText(text);
  return direction !== undefined && direction !== directionOf(language);
};

/** Attributes of an element whose text, an editor's, may have the other direction than the page. */
export const directionAttributes = (page: Page, text: string): { dir?: 'auto' } =>
  hasOtherDirection(page, text) ? { dir: 'auto' } : {};

/** An editor's text beside others in a line. It is isolated from them if it has the other direction. */
export const EditorText = ({ page, children }: { page: Page; children: string }) =>
  hasOtherDirection(page, children) ? <bdi>{children}</bdi> : <>{children}</>;

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

/** A Latin name in a row of them. It is isolated on a right-to-left page, where the row begins on the right. */
export const LatinName = ({ page, children }: { page: Page; children: string }) =>
  directionOf(page.language) === 'rtl' ? <bdi>{children}</bdi> : <>{children}</>;

/** The tags of an article, as links to their listings. */
export const TagLinks = ({ page, tags }: { page: Page; tags: readonly TagLink[] }) => (
  <ul class="tags">
    {tags.map((tag) => (
      <li key={tag.href}>
        <a href={tag.href} {...directionAttributes(page, tag.title)}>
          {tag.title}
        </a>
      </li>
    ))}
  </ul>
);

/** Arrows backwards and forwards, in the direction of reading. */
export const ARROWS = { ltr: ['←', '→'], rtl: ['→', '←'] } as const;

interface BylineProps {
  page: Page;
  author: string;
  authors?: AuthorLink[];
}

/** The authors of an article, with links to their pages if they have any. */
export const Byline = ({ page, author, authors }: BylineProps) => (
  <>
    {authors === undefined ? (
      <EditorText page={page}>{author}</EditorText>
    ) : (
      authors.map(({ name, href }, index) => (
        <>
          {index > 0 && ', '}
          {href === undefined ? (
            <EditorText page={page}>{name}</EditorText>
          ) : (
            <a key={href} rel="author" href={href}>
              <EditorText page={page}>{name}</EditorText>
            </a>
          )}
        </>
      ))
    )}
  </>
);
