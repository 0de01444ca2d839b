import { directionOf } from '../texts/direction';
import type { TextKey, ValueName } from '../texts/keys';
import type { Page } from './model';

interface LanguageAttributes {
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

/** What an element says whose text is in another language than its page; nothing otherwise. */
export const inLanguage = (page: Page, language: string | undefined): LanguageAttributes => {
  if (language === undefined) return {};
  const direction = directionOf(language);
  return direction === directionOf(page.language)
    ? { lang: language }
    : { lang: language, dir: direction };
};

/** The same for an element that holds one of the page's words, such as in a label. */
export const ofWords = ({ page, text }: { page: Page; text: TextKey }): LanguageAttributes =>
  inLanguage(page, page.texts.foreign(text));

type WithoutValues = {
  [Key in TextKey]: [ValueName<Key>] extends [never] ? Key : never;
}[TextKey];

/** A word of the page. An element stands around it only where it is in another language. */
export const Words = ({ page, text }: { page: Page; text: WithoutValues }) => {
  const words = page.texts.say(text);
  const attributes = ofWords({ page, text });
  return attributes.lang === undefined ? <>{words}</> : <span {...attributes}>{words}</span>;
};

/**
 * The title of a page's feed within a text. On a page from right to left it is kept apart from what is
 * around it: a title that begins with a Latin name would be put together with what comes before.
 */
export const FeedTitle = ({ page }: { page: Page }) => {
  const title = page.feeds[0]?.title;
  if (directionOf(page.language) === 'ltr') return <>{title}</>;
  const language = page.texts.foreign('tagFeedTitle') ?? page.language;
  return <bdi dir={directionOf(language)}>{title}</bdi>;
};

/** A Latin name in a row of them, which on a page from right to left begins on the right. */
export const LatinName = ({ page, children }: { page: Page; children: string }) =>
  directionOf(page.language) === 'rtl' ? <bdi>{children}</bdi> : <>{children}</>;
