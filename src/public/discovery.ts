import type { Core } from '@strapi/strapi';

import { lastChange } from '../content/item';
import { tagFeedTitle, tagTitle } from '../feed/channel';
import { RSS_FORMAT } from '../feed/formats';
import type { Subscription } from '../feed/opml';
import type { SitemapEntry } from '../pages/sitemap';
import { getService } from '../get-service';

const compareAddresses = (a: SitemapEntry, b: SitemapEntry): number =>
  a.href < b.href ? -1 : a.href > b.href ? 1 : 0;

/** What tells readers and search engines what there is. */
const createDiscovery = ({ strapi }: { strapi: Core.Strapi }) => ({
  /**
   * All public feeds: the site's, then the tags' by title. Each in the default format alone: whoever
   * subscribes to the list would otherwise get every article once for each format.
   */
  async subscriptions(now: Date): Promise<Subscription[]> {
    const { addresses, site, language } = await getService(strapi, 'settings').get();
    const { compare } = new Intl.Collator(language);
    const tags = await getService(strapi, 'tags').listCounted(now);
    const ofTags = tags
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
      link: addresses.home(),
    };
    return [ofSite, ...ofTags];
  },

  /** All public pages: the list of tags, their listings, the articles. */
  async pages(now: Date): Promise<SitemapEntry[]> {
    const { addresses } = await getService(strapi, 'settings').get();
    const [tags, articles] = await Promise.all([
      getService(strapi, 'tags').listCounted(now),
      getService(strapi, 'articles').listAddressed(now),
    ]);
    return [
      { href: addresses.tags() },
      ...tags.map(({ slug }) => ({ href: addresses.tag(slug) })).sort(compareAddresses),
      ...articles
        .map((article) => ({
          href: addresses.article(article.slug),
          modified: lastChange(article),
        }))
        .sort(compareAddresses),
    ];
  },
});

export default createDiscovery;
