import { lastChange } from '../content/item';
import { tagFeedTitle, tagTitle } from '../feed/channel';
import { RSS_FORMAT } from '../feed/formats';
import type { Subscription } from '../feed/opml';
import { SITEMAP_SIZE, type SitemapEntry } from '../pages/sitemap';
import type { SettingsStore } from '../settings';
import type { Articles } from '../sources/articles';
import type { Tags } from '../sources/tags';

const compareAddresses = (a: SitemapEntry, b: SitemapEntry): number =>
  a.href < b.href ? -1 : a.href > b.href ? 1 : 0;

interface DiscoveryParts {
  settings: SettingsStore;
  tags: Tags;
  articles: Articles;
}

/** What tells readers and search engines what there is. */
export const createDiscovery = ({ settings, tags, articles }: DiscoveryParts) => {
  /** The home, the list of tags, and their listings. */
  const listTagPages = async (now: Date): Promise<SitemapEntry[]> => {
    const { addresses, hasHome } = await settings.get();
    const listed = await tags.listCounted(now);
    return [
      ...(hasHome && (await articles.count({ now })) > 0 ? [{ href: addresses.home() }] : []),
      { href: addresses.tags() },
      ...listed.map(({ slug }) => ({ href: addresses.tag(slug) })).sort(compareAddresses),
    ];
  };

  const listArticlePages = async (now: Date, start: number): Promise<SitemapEntry[]> => {
    const { addresses } = await settings.get();
    const listed = await articles.listAddressed({
      now,
      start,
      limit: SITEMAP_SIZE,
    });
    return listed
      .map((article) => ({ href: addresses.article(article.slug), modified: lastChange(article) }))
      .sort(compareAddresses);
  };

  return {
    /**
     * All public feeds: the site's, then the tags' by title. Each in the default format alone: whoever
     * subscribes to the list would otherwise get every article once for each format.
     */
    async subscriptions(now: Date): Promise<Subscription[]> {
      const { addresses, site, language, sitePage } = await settings.get();
      const { compare } = new Intl.Collator(language);
      const listed = await tags.listCounted(now);
      const ofTags = listed
        .map((tag) => ({
          title: tagFeedTitle(site, tagTitle(tag, language)),
          description: tag.description?.trim() ?? '',
          feedUrl: addresses.feed(RSS_FORMAT.fileName, tag.slug),
          link: addresses.tag(tag.slug),
        }))
        .sort((a, b) => compare(a.title, b.title) || compare(a.link, b.link));
      const ofSite = {
        title: site.name,
        description: '',
        feedUrl: addresses.feed(RSS_FORMAT.fileName),
        link: sitePage,
      };
      return [ofSite, ...ofTags];
    },

    /** All public pages; the number of parts where they are too many for one sitemap. */
    async pages(now: Date): Promise<SitemapEntry[] | number> {
      const tagPages = await listTagPages(now);
      const articlePages = await articles.count({ now });
      return tagPages.length + articlePages <= SITEMAP_SIZE
        ? [...tagPages, ...(await listArticlePages(now, 0))]
        : Math.ceil(tagPages.length / SITEMAP_SIZE) + Math.ceil(articlePages / SITEMAP_SIZE);
    },

    /**
     * The pages of a part, counted from 1: tags, then articles from the oldest on, so that a new one
     * changes the last part alone. Null when there is no such part.
     */
    async part(number: number, now: Date): Promise<SitemapEntry[] | null> {
      const count = await this.pages(now);
      if (typeof count !== 'number' || number > count) return null;
      const tagPages = await listTagPages(now);
      const start = (number - 1) * SITEMAP_SIZE;
      if (start < tagPages.length) return tagPages.slice(start, start + SITEMAP_SIZE);
      const before = Math.ceil(tagPages.length / SITEMAP_SIZE) * SITEMAP_SIZE;
      return listArticlePages(now, start - before);
    },
  };
};

export type Discovery = ReturnType<typeof createDiscovery>;
