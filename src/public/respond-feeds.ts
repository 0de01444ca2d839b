import type { FeedPart } from '../feed/addresses';
import { type FeedFormat, servedAs } from '../feed/formats';
import { type PublicResponse, TEXT_MEDIA_TYPE } from '../http/response';
import type { ResolvedOptions } from '../options/options';
import type { Settings } from '../options/settings-in-force';
import type { Edition } from './editions';
import type { Params } from './handler';
import { withSelection } from './respond-pages';
import type { Found } from '../entries/selections';
import { OPML_MEDIA_TYPE, renderOpml, type SubscriptionGroup } from '../feed/opml';
import { CSS_MEDIA_TYPE, renderFeedStylesheet } from '../pages/feed-stylesheet';
import { languageName } from '../texts/language';
import { WHOLE_SITE } from '../content/selection';
import { renderLlmsText } from '../pages/llms-text';
import { renderSitemap, renderSitemapIndex, SITEMAP_MEDIA_TYPE } from '../pages/sitemap';
import { ownTurn } from '../lib/waiting';

const document = (body: string, mediaType: string): PublicResponse => ({
  kind: 'document',
  body,
  mediaType,
});

/** What the lists of feeds and pages are answered from. */
interface DiscoveryParts extends Pick<Edition, 'discovery' | 'pages' | 'locale'> {
  /** The site in each of its locales, the main one first. */
  editions: readonly Edition[];
}

/** In the main locale the feeds of all, by language. */
export const respondWithOpml = async (
  { discovery, locale, editions }: DiscoveryParts,
  { siteName }: Settings,
): Promise<PublicResponse> => {
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
};

/** The sitemap, or the list of its parts when one cannot hold all pages. */
export const respondWithSitemap = async (
  { discovery }: DiscoveryParts,
  { addresses }: Settings,
): Promise<PublicResponse> => {
  const pages = await discovery.pages(new Date());
  if (typeof pages !== 'number') return document(renderSitemap(pages), SITEMAP_MEDIA_TYPE);
  const parts = Array.from({ length: pages }, (_, index) => addresses.sitemap(index + 1));
  return document(renderSitemapIndex(parts), SITEMAP_MEDIA_TYPE);
};

export const respondWithSitemapPart = async (
  { discovery }: DiscoveryParts,
  { page }: Params,
): Promise<PublicResponse | null> => {
  const pages = await discovery.part(Number(page), new Date());
  return pages && document(renderSitemap(pages), SITEMAP_MEDIA_TYPE);
};

/** What is new, for Google News. */
export const respondWithNewsSitemap = async ({
  discovery,
}: DiscoveryParts): Promise<PublicResponse> =>
  document(renderSitemap(await discovery.news(new Date())), SITEMAP_MEDIA_TYPE);

/** What there is, for programs that read for people; none as long as nothing is public. */
export const respondWithLlms = async (
  { pages }: DiscoveryParts,
  settings: Settings,
): Promise<PublicResponse | null> => {
  const now = new Date();
  const [site, indexes, own] = await Promise.all([
    pages.listing(settings, WHOLE_SITE, 1, now),
    pages.indexes(settings, now),
    pages.own(settings, now),
  ]);
  if (!site || site.entries.length + own.length === 0) return null;
  return document(
    renderLlmsText({ site, indexes, opml: settings.addresses.opml(), pages: own }),
    TEXT_MEDIA_TYPE,
  );
};

/** RFC 9309: everything may be read, and here is what there is. */
export const respondWithRobots = async (
  { editions }: DiscoveryParts,
  { newsSitemap }: Pick<ResolvedOptions, 'newsSitemap'>,
): Promise<PublicResponse> => {
  const all = await Promise.all(editions.map((edition) => edition.settings.get()));
  const sitemaps = all.flatMap(({ addresses }) =>
    [addresses.sitemap(), ...(newsSitemap ? [addresses.newsSitemap()] : [])].map(
      (address) => `Sitemap: ${address}`,
    ),
  );
  const lines = ['User-agent: *', 'Disallow:', '', ...sitemaps, ''];
  return document(lines.join('\n'), TEXT_MEDIA_TYPE);
};

export const respondWithStylesheet = ({
  feedStylesheet,
  site,
  appearance,
}: Settings): PublicResponse | null =>
  feedStylesheet ? document(renderFeedStylesheet({ ...site, appearance }), CSS_MEDIA_TYPE) : null;

/** Routes of selections: of the whole site, of a source, or of topics of a type. */
export interface SelectionRoute {
  /** Pattern of their paths, without a final slash. */
  pattern: string;
  /**
   * Where the listing is, below the base address, with an empty text for the whole site; undefined when
   * there can be none.
   */
  pathOf: (params: Params) => string | undefined;
  find: (params: Params) => Promise<Found>;
}

/** The document of a feed that a path asks for. */
export const feedPart = ({ page = '1', archive }: Params): FeedPart =>
  archive === undefined ? { page: Number(page) } : { archive: Number(archive) };

/** Answers with a feed in a format. */
export const respondWithFeed = async (
  { feeds, renderings }: Pick<Edition, 'feeds' | 'renderings'>,
  settings: Settings,
  format: FeedFormat,
  selectionRoute: SelectionRoute,
  params: Params,
): Promise<PublicResponse | null> => {
  const part = feedPart(params);
  const address = (path: string) => settings.addresses.feed(format.name, path, part);
  return withSelection(await selectionRoute.find(params), address, async (selection) => {
    const feed = await feeds.find(settings, selection, { format, part, now: new Date() });
    if (!feed) return null;
    const { feedUrl, link, hubs = [], translations = [] } = feed.channel;
    return {
      kind: 'document',
      body: await renderings.document(format, feed),
      mediaType: servedAs(format, settings.feedStylesheet),
      links: [
        { href: feedUrl, rel: 'self', type: format.mediaType },
        ...hubs.map((href) => ({ href, rel: 'hub' })),
        { href: link, rel: 'alternate', type: 'text/html' },
        ...translations.map(({ href, language: hreflang }) => ({
          href,
          rel: 'alternate',
          type: format.mediaType,
          hreflang,
        })),
      ],
    };
  });
};
