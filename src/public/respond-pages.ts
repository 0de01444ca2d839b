import { markdownOf } from '../feed/addresses';
import { contentSecurityPolicy } from '../http/content-security-policy';
import type { PublicResponse } from '../http/response';
import { HTML_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE } from '../http/media-types';
import { renderArticle } from '../pages/article';
import { renderListing } from '../pages/listing';
import type { Page } from '../pages/model';
import { renderStyle } from '../pages/style';
import { renderSubscribe } from '../pages/subscribe';
import { renderTags } from '../pages/tags';
import type { SettingsStore } from '../settings';
import type { ArticleAddresses } from '../sources/article-addresses';
import type { Selections } from '../sources/selections';
import type { Discovery } from './discovery';
import type { Pages } from './pages';
import { withSelection } from './with-selection';

/** A page, with its feeds and its other forms in the headers as well, for who looks no further. */
const html = (
  body: string,
  { canonical = '', feeds, isHtmlAlone = false, appearance }: Page,
): PublicResponse => ({
  kind: 'document',
  body,
  mediaType: HTML_MEDIA_TYPE,
  isNegotiated: !isHtmlAlone,
  policy: contentSecurityPolicy(renderStyle(appearance)),
  links: [
    { href: canonical, rel: 'canonical' },
    ...(isHtmlAlone
      ? []
      : [{ href: markdownOf(canonical), rel: 'alternate', type: MARKDOWN_MEDIA_TYPE }]),
    ...feeds.map(({ href, type }) => ({ href, rel: 'alternate', type })),
  ],
});

/** What addresses of pages are answered from. */
export interface PageResponderParts {
  settings: SettingsStore;
  selections: Selections;
  pages: Pages;
  articleAddresses: ArticleAddresses;
  discovery: Discovery;
}

/** Answers with HTML pages. */
export const createPageResponders = ({
  settings,
  selections,
  pages,
  articleAddresses,
  discovery,
}: PageResponderParts) => ({
  async tags(): Promise<PublicResponse> {
    const page = await pages.tags(new Date());
    return html(renderTags(page), page);
  },

  async subscribe(): Promise<PublicResponse> {
    const page = await pages.subscribe(await discovery.subscriptions(new Date()));
    return html(renderSubscribe(page), page);
  },

  async home({ page = '1' }: { page?: string }): Promise<PublicResponse | null> {
    const listing = await pages.home(Number(page), new Date());
    return listing && html(renderListing(listing), listing);
  },

  async listing({
    tag: name,
    page = '1',
  }: {
    tag: string;
    page?: string;
  }): Promise<PublicResponse | null> {
    const { addresses } = await settings.get();
    const address = (present: string) => addresses.tag(present, Number(page));
    return withSelection(selections, name, address, async (selection) => {
      const listing = await pages.listing(selection, Number(page), new Date());
      return listing && html(renderListing(listing), listing);
    });
  },

  async article({ slug }: { slug: string }): Promise<PublicResponse | null> {
    const found = await articleAddresses.find(slug, new Date());
    if (found.kind === 'article') {
      const page = await pages.article(found.article);
      return html(renderArticle(page), page);
    }
    if (found.kind === 'moved') {
      const { addresses } = await settings.get();
      return { kind: 'redirect', location: addresses.article(found.slug) };
    }
    return found.kind === 'gone' ? found : null;
  },
});
