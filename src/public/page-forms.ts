import { renderingDeadline } from '../cache/renderings';
import { type Article, asShown, originalAddress } from '../content/article';
import { lastChange, toEnclosure, toImage } from '../content/item';
import { tagTitle } from '../content/selection';
import { excerpt } from '../lib/text';
import {
  HTML_MEDIA_TYPE,
  MARKDOWN_MEDIA_TYPE,
  type PublicResponse,
  contentSecurityPolicy,
} from '../http/response';
import { chunk } from '../lib/values';
import { waitForTurn } from '../lib/waiting';
import { isPageType } from '../mapping/plan';
import { renderEntry } from '../pages/article';
import {
  type ListingPage,
  type Page,
  type SubscribePage,
  type TagsPage,
  toPageDate,
} from '../pages/model';
import { linksIn } from '../pages/document';
import { drawCards, renderListing, renderTags } from '../pages/listing';
import {
  renderArticleInMarkdown,
  renderListingInMarkdown,
  renderSubscribeInMarkdown,
  renderTagsInMarkdown,
} from '../pages/markdown';
import { renderSubscribe } from '../pages/subscribe';
import type { Site } from './editions';
import { makeEntryPage } from './entry-pages';
import { shownTitle } from './page-parts';
import { pageStyle } from '../pages/style';

/** The Content-Security-Policy of a page, with the additions of the site's templates. */
export const pagePolicy = (page: Pick<Page, 'appearance' | 'templates' | 'draftUntil'>): string =>
  contentSecurityPolicy(pageStyle(page), page.templates?.contentSecurityPolicy);

/** A form that every page is offered in. */
export interface PageForm {
  listing: (page: ListingPage) => PublicResponse;
  tags: (page: TagsPage) => Promise<PublicResponse>;
  subscribe: (page: SubscribePage) => PublicResponse;
  entry: (site: Site, article: Article) => Promise<PublicResponse>;
}

/** A page in HTML. Its feeds and other forms are in the Link header too, for clients that do not read HTML. */
const html = (body: string, page: Page): PublicResponse => ({
  kind: 'document',
  body,
  mediaType: HTML_MEDIA_TYPE,
  policy: pagePolicy(page),
  isNoindex: page.isNoindex,
  links: linksIn(page),
});

export const HTML_FORM: PageForm = {
  listing: (page) => html(renderListing(page), page),
  async tags(page) {
    let cards = '';
    // A site may have thousands of topics: draw them in several turns of the event loop.
    for (const some of chunk(page.months ? [] : page.tags)) {
      await waitForTurn();
      cards += drawCards(page, some);
    }
    await waitForTurn();
    return html(renderTags(page, cards), page);
  },
  subscribe: (page) => html(renderSubscribe(page), page),
  async entry(site, article) {
    const page = await makeEntryPage(site, article);
    return html(renderEntry(page), page);
  },
};

const markdown = (
  body: string,
  {
    canonical = '',
    original = canonical,
    isNoindex,
    feeds = [],
  }: Partial<Pick<Page, 'canonical' | 'original' | 'isNoindex' | 'feeds'>>,
): PublicResponse => ({
  kind: 'document',
  body,
  mediaType: MARKDOWN_MEDIA_TYPE,
  isNoindex,
  links: [
    { href: original, rel: 'canonical' },
    { href: canonical, rel: 'alternate', type: HTML_MEDIA_TYPE },
    ...feeds.map(({ href, type }) => ({ href, rel: 'alternate', type })),
  ],
});

/** Characters that Markdown gives of a title or an author's name. */
const MAXIMUM_TEXT_CHARACTERS = 1_000;

export const MARKDOWN_FORM: PageForm = {
  listing: (page) => markdown(renderListingInMarkdown(page), page),
  async tags(page) {
    await waitForTurn();
    return markdown(renderTagsInMarkdown(page), page);
  },
  subscribe: (page) => markdown(renderSubscribeInMarkdown(page), page),
  async entry({ plan, renderings, inForce: settings }, given) {
    const { language, timeZone, baseUrl, addresses } = settings;
    const article = asShown(given);
    const { date, author, topics, cover, attachment, meta } = article;
    const canonical = addresses.entry(article.path);
    const original = originalAddress(meta, canonical);
    const isNoindex = meta?.isNoindex ?? false;
    const deadline = renderingDeadline();
    const [summary, body] = await Promise.all([
      renderings.summary(article, settings, deadline),
      renderings.markdown(article.body ?? '', canonical, deadline),
    ]);
    const toIso = (moment: Date): string => toPageDate(moment, language, timeZone).iso;
    const about = {
      title: excerpt(shownTitle(article), MAXIMUM_TEXT_CHARACTERS),
      description: summary || undefined,
      date: isPageType(plan, article.contentType) ? undefined : toIso(date),
      updated: toIso(lastChange(article)),
      author: author?.trim() ? excerpt(author, MAXIMUM_TEXT_CHARACTERS) : undefined,
      topics: topics.length > 0 ? topics.map((topic) => tagTitle(topic, language)) : undefined,
      language,
      image: cover ? toImage(cover, baseUrl).url : undefined,
      attachment: attachment ? toEnclosure(attachment, baseUrl).url : undefined,
      canonical: original ?? canonical,
      robots: isNoindex ? 'noindex' : undefined,
    };
    return markdown(renderArticleInMarkdown(about, body), { canonical, original, isNoindex });
  },
};
