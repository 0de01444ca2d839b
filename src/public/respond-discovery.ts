import { OPML_MEDIA_TYPE, renderOpml, type SubscriptionGroup } from '../feed/opml';
import { CSS_MEDIA_TYPE, renderFeedStylesheet } from '../pages/feed-stylesheet';
import type { PublishedLocale } from '../options/locales';
import { languageName } from '../texts/language';
import { WHOLE_SITE } from '../content/selection';
import { TEXT_MEDIA_TYPE } from '../http/media-types';
import type { PublicResponse } from '../http/response';
import { renderLlmsText } from '../pages/llms-text';
import { renderSitemap, renderSitemapIndex, SITEMAP_MEDIA_TYPE } from '../pages/sitemap';
import type { SettingsStore } from '../options/settings';
import { ownTurn } from '../lib/turns';
import type { Discovery } from './discovery';
import type { Params } from './handler';
import type { Pages } from './pages';

const document = (body: string, mediaType: string): PublicResponse => ({
  kind: 'document',
  body,
  mediaType,
});

/** What the lists of feeds and pages are answered from. */
export interface DiscoveryResponderParts {
  settings: SettingsStore;
  discovery: Discovery;
  pages: Pages;
  /** The site in each of its locales, the main one first; without any, it is in one alone. */
  editions?: readonly { settings: SettingsStore; discovery: Discovery }[];
  locale?: PublishedLocale;
}

/** Answers with what tells readers and search engines what there is. */
export const createDiscoveryResponders = ({
  settings,
  discovery,
  pages,
  locale,
  editions = [{ settings, discovery }],
}: DiscoveryResponderParts) => ({
  /** In the main locale the feeds of all, by language. */
  async opml(): Promise<PublicResponse> {
    const { siteName } = await settings.get();
    const now = new Date();
    const isGrouped = locale?.isMain === true && editions.length > 1;
    const subscriptions = isGrouped
      ? await Promise.all(
          editions.map(async (edition): Promise<SubscriptionGroup> => {
            const { language } = await edition.settings.get();
            const found = await edition.discovery.subscriptions(now);
            return { title: languageName(language), subscriptions: found };
          }),
        )
      : await discovery.subscriptions(now);
    await ownTurn();
    return document(renderOpml(siteName, subscriptions), OPML_MEDIA_TYPE);
  },

  /** The sitemap, or the list of its parts when one cannot hold all pages. */
  async sitemap(): Promise<PublicResponse> {
    const pages = await discovery.pages(new Date());
    if (typeof pages !== 'number') return document(renderSitemap(pages), SITEMAP_MEDIA_TYPE);
    const { addresses } = await settings.get();
    const parts = Array.from({ length: pages }, (_, index) => addresses.sitemap(index + 1));
    return document(renderSitemapIndex(parts), SITEMAP_MEDIA_TYPE);
  },

  async sitemapPart({ page }: Params): Promise<PublicResponse | null> {
    const pages = await discovery.part(Number(page), new Date());
    return pages && document(renderSitemap(pages), SITEMAP_MEDIA_TYPE);
  },

  /** What there is, for programs that read for people; none as long as nothing is public. */
  async llms(): Promise<PublicResponse | null> {
    const now = new Date();
    const [site, indexes, own] = await Promise.all([
      pages.listing(WHOLE_SITE, 1, now),
      pages.indexes(now),
      pages.own(now),
    ]);
    if (!site || site.entries.length + own.length === 0) return null;
    const { addresses } = await settings.get();
    return document(
      renderLlmsText({ site, indexes, opml: addresses.opml(), pages: own }),
      TEXT_MEDIA_TYPE,
    );
  },

  /** RFC 9309: everything may be read, and here is what there is. */
  async robots(): Promise<PublicResponse> {
    const all = await Promise.all(editions.map((edition) => edition.settings.get()));
    const sitemaps = all.map(({ addresses }) => `Sitemap: ${addresses.sitemap()}`);
    const lines = ['User-agent: *', 'Disallow:', '', ...sitemaps, ''];
    return document(lines.join('\n'), TEXT_MEDIA_TYPE);
  },

  async stylesheet(): Promise<PublicResponse | null> {
    const { feedStylesheet, site, appearance } = await settings.get();
    return feedStylesheet
      ? document(renderFeedStylesheet({ ...site, appearance }), CSS_MEDIA_TYPE)
      : null;
  },
});
