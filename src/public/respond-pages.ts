import { markdownOf } from '../feed/addresses';
import type { PublicResponse } from '../http/response';
import { HTML_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE } from '../http/media-types';
import { renderEntry } from '../pages/article';
import { renderListing } from '../pages/listing';
import type { Page } from '../pages/model';
import { renderSubscribe } from '../pages/subscribe';
import { renderTags } from '../pages/tags';
import type { SettingsStore } from '../options/settings';
import type { EntryAddresses } from '../entries/entry-addresses';
import { ownTurn } from '../lib/turns';
import type { Discovery } from './discovery';
import { pagePolicy } from './page-policy';
import type { PageResponders } from './page-responders';
import type { Pages } from './pages';
import { withSelection } from './with-selection';

/** A page, with its feeds and its other forms in the headers as well, for who looks no further. */
const html = (
  body: string,
  { canonical = '', original = canonical, isNoindex, translations = [], feeds, ...page }: Page,
): PublicResponse => ({
  kind: 'document',
  body,
  mediaType: HTML_MEDIA_TYPE,
  isNegotiated: true,
  policy: pagePolicy(page),
  isNoindex,
  links: [
    { href: original, rel: 'canonical' },
    { href: markdownOf(canonical), rel: 'alternate', type: MARKDOWN_MEDIA_TYPE },
    ...translations.map(({ href, language: hreflang }) => ({ href, rel: 'alternate', hreflang })),
    ...feeds.map(({ href, type }) => ({ href, rel: 'alternate', type })),
    ...translations.flatMap(({ language: hreflang, feed }) =>
      feed ? [{ href: feed.href, rel: 'alternate', type: feed.type, hreflang }] : [],
    ),
  ],
});

/** What addresses of pages are answered from. */
export interface PageResponderParts {
  settings: SettingsStore;
  pages: Pages;
  entryAddresses: Pick<EntryAddresses, 'find'>;
  discovery: Discovery;
}

/** Answers with HTML pages. */
export const createPageResponders = ({
  settings,
  pages,
  entryAddresses,
  discovery,
}: PageResponderParts): PageResponders => ({
  async index(type) {
    const page = await pages.index(type, new Date());
    await ownTurn();
    return html(renderTags(page), page);
  },

  async home(pageNumber) {
    const listing = await pages.home(pageNumber, new Date());
    return listing && html(renderListing(listing), listing);
  },

  async archive() {
    const page = await pages.archive(new Date());
    return page && html(renderTags(page), page);
  },

  async year(year, pageNumber) {
    const listing = await pages.year(year, pageNumber, new Date());
    return listing && html(renderListing(listing), listing);
  },

  async subscribe() {
    const now = new Date();
    const page = await pages.subscribe(await discovery.subscriptions(now), now);
    await ownTurn();
    return html(renderSubscribe(page), page);
  },

  async listing(found, pageNumber) {
    const { addresses } = await settings.get();
    const address = (path: string) => addresses.listing(path, pageNumber);
    return withSelection(found, address, async (selection) => {
      const listing = await pages.listing(selection, pageNumber, new Date());
      return listing && html(renderListing(listing), listing);
    });
  },

  async entry(source, path) {
    const found = await entryAddresses.find(source, path, new Date());
    if (found.kind === 'article') {
      const page = await pages.entry(found.article);
      return html(renderEntry(page), page);
    }
    if (found.kind === 'moved') {
      const { addresses } = await settings.get();
      return { kind: 'redirect', location: addresses.entry(found.path) };
    }
    return found.kind === 'gone' ? found : null;
  },
});
