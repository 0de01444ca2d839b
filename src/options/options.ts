import type { FeedFiles } from '../feed/formats';
import type { ItemContent } from '../content/article';
import type { Appearance } from '../pages/appearance';
import type { Templates } from '../pages/templates';
import type { LocalesOption } from './locales';
import type { PushOptions } from './push';
import type { PageMappings, Sources } from './source';
import type { TopicsOption } from './mapping-types';
import type { OwnTexts } from '../texts/keys';

/** Options that say which content types are published, and how. */
export interface SourceOptions {
  /**
   * Content types whose entries are published, each with a mapping of its fields to items. Keys that a mapping
   * leaves out are guessed; see `docs/existing-content.md`. `defineSources` checks the names of fields while
   * they are typed.
   *
   * @default the plugin's own Article
   * @example { 'api::article.article': {} }
   */
  sources?: Sources;

  /**
   * Content types whose entries are pages of their own, such as "About" or an imprint. These are in the
   * sitemap, and in no feed and no listing. Single types are allowed; see `docs/pages.md`.
   *
   * @default {}
   * @example { 'api::about.about': { address: '/about/' } }
   */
  pages?: PageMappings;

  /**
   * Content types whose entries group items, each with a mapping of the fields it shows. Types that sources
   * lead to need no mapping.
   *
   * @default {}
   * @example { 'api::category.category': { image: 'icon' } }
   */
  topics?: TopicsOption;

  /**
   * Locales of Strapi's i18n in which entries of localised types are published, by their codes, each with the
   * options that differ there. The first is the main one: entries of types that are not localised belong to it, and
   * its addresses have no path of their own unless it is given one. Without this option, entries of all locales are
   * published together. See `docs/languages.md`.
   *
   * @default none
   * @example { en: {}, de: { path: '/de', siteName: 'Feldnotizen', language: 'de-AT' } }
   */
  locales?: LocalesOption;
}

/** Options of the plugin: the `config` of `syndication` in `config/plugins.ts`. */
export interface SyndicationOptions extends SourceOptions {
  /**
   * Public address of the site. Every link in feeds and pages starts with it, and the plugin serves at its
   * path. While nobody elsewhere can open it (localhost, a private address), the host in ids is provisional and
   * follows it; the first start at a public address makes it permanent. An empty text, as from an unset
   * environment variable, counts as not given.
   *
   * @default Strapi's own public address (`url` in `config/server.ts`)
   * @example 'https://www.example.com/notes'
   */
  baseUrl?: string;

  /**
   * Name of the site in titles of feeds and pages.
   *
   * @default the host of `baseUrl` without `www.`
   * @example 'Field Notes'
   */
  siteName?: string;

  /**
   * What the site is about, in a sentence: the description of the feed of the whole site. An empty text stands
   * for "Recent content on" and the site's name.
   *
   * @default ''
   * @example 'Short notes on testing and debugging APIs'
   */
  description?: string;

  /**
   * Language of the articles, as a BCP 47 tag. Texts of pages, feeds and errors are in this language where a
   * translation exists, and in English otherwise. It also decides how titles are sorted, and how sentences and
   * dates are read.
   *
   * @default 'en'
   * @example 'id'
   */
  language?: string;

  /**
   * The site's own wording of texts in pages, feeds and errors, by language and name (`docs/languages.md` has
   * the names). A text for "de" applies to "de-AT" as well, unless that has its own.
   *
   * @default {}
   * @example { de: { tags: 'Themen', articleCount: { one: '{count} Notiz', other: '{count} Notizen' } } }
   */
  texts?: OwnTexts;

  /**
   * IANA time zone in which dates are shown, daylight saving included.
   *
   * @default 'UTC'
   * @example 'Asia/Jakarta'
   */
  timeZone?: string;

  /**
   * Number of articles in a feed, newest first: at most 1,000, and 0 for that many. Older articles are on the
   * feed's further pages.
   *
   * @default 20
   * @example 50
   */
  itemsPerFeed?: number;

  /**
   * Number of articles on a page of a listing.
   *
   * @default 10
   * @example 25
   */
  entriesPerPage?: number;

  /**
   * Words of a summary that is taken from an article's body. It ends with the sentence that reaches this
   * number.
   *
   * @default 70
   * @example 40
   */
  summaryWords?: number;

  /**
   * Characters of a summary that a listing shows at most, with the final "…". The summary is cut behind a
   * sentence if one ends soon enough, or else behind a word.
   *
   * @default 200
   * @example 160
   */
  excerptCharacters?: number;

  /**
   * Whether the plugin serves HTML pages (listings and articles). Switch them off when a front end of your own
   * draws them; feeds are served all the same.
   *
   * @default true
   * @example false
   */
  htmlPages?: boolean;

  /**
   * How the pages look: logo, favicon, colour, font, width, links, what a listing shows. Editors can change
   * values that are not given here in Settings > Feeds > Appearance.
   *
   * @default {}
   * @example { accent: '#a3197e', font: 'serif', footerLinks: [{ label: 'Imprint', address: '/imprint/' }] }
   */
  appearance?: Partial<Appearance>;

  /**
   * Parts of pages that the site renders itself, by functions from documented models to HTML. All other parts
   * stay as they are. `defineTemplates` types the functions. See `docs/templates.md`.
   *
   * @default none
   * @example { model: 1, footer: () => '<footer>© Example Ltd</footer>', style: 'footer{text-align:center}' }
   */
  templates?: Templates;

  /**
   * Path below `baseUrl` of the page and the feeds of the whole site, and of the page that lists all feeds
   * (`subscribe/`). Addresses of pages end with a slash if the path does. The page exists if `baseUrl` is given and
   * an article is public. `false` leaves the page at the root to the site; the feeds stay there.
   *
   * @default '/'
   * @example '/blog/'
   */
  home?: string | false;

  /**
   * Names of the files of feeds, by format, for a site that has other names already. The default names redirect
   * to them (301).
   *
   * @default { rss: 'index.xml', atom: 'atom.xml', json: 'feed.json' }
   * @example { rss: 'rss.xml' }
   */
  feedFiles?: Partial<FeedFiles>;

  /**
   * Public address below which feeds are, if another host than that of the pages serves them. Addresses of
   * feeds begin with it in feeds, pages and lists; links to entries begin with `baseUrl`.
   *
   * @default `baseUrl`
   * @example 'https://cms.example.com'
   */
  feedsUrl?: string;

  /**
   * Former addresses, such as those of the feeds of another system, each with the path below `baseUrl` to which
   * it redirects (301). A former address is a path as Strapi receives it, with or without a query. A name in
   * braces stands for one part of the path.
   *
   * @default {}
   * @example { '/feed/': '/index.xml', '/category/{slug}/feed/': '/tags/{slug}/index.xml', '/api/feed?lang=en': '/index.xml' }
   */
  redirects?: Readonly<Record<string, string>>;

  /**
   * Whether the plugin serves an archive of articles by year: `archive/` below `home`, and below that a listing
   * of each year, in the time zone of the site.
   *
   * @default true
   * @example false
   */
  archive?: boolean;

  /**
   * Whether the plugin serves `/sitemap.xml` and its parts. Switch it off when the site has a sitemap of its
   * own.
   *
   * @default true
   * @example false
   */
  sitemap?: boolean;

  /**
   * Whether the plugin serves `/sitemap/news.xml`, a sitemap for Google News: articles of the last two days,
   * 1,000 at most, with the name and the language of the publication.
   *
   * @default false
   * @example true
   */
  newsSitemap?: boolean;

  /**
   * Whether the plugin serves `/llms.txt` (llmstxt.org), an overview of the site for language models. A file or
   * route of the site at that address goes first.
   *
   * @default true
   * @example false
   */
  llmsTxt?: boolean;

  /**
   * Whether the plugin serves `/robots.txt`, which tells search engines where the sitemap is. It does so only
   * if `baseUrl` has no path and the site has neither a file nor a route there: new Strapi apps have a file.
   *
   * @default true
   * @example false
   */
  robotsTxt?: boolean;

  /**
   * What an item of a feed contains: the summary, or the full text as well. A tag can choose for its own feed.
   *
   * @default 'summary'
   * @example 'full'
   */
  content?: ItemContent;

  /**
   * What publishing an entry again does. `'tell'`: subscribers are told, and the date of its last change moves.
   * `'quietly'`: readers get the change, and the dates stay. `'ask'`: the panel asks whoever publishes; all
   * other writes tell.
   *
   * @default 'tell'
   * @example 'ask'
   */
  republishing?: Republishing;

  /**
   * Whether items of RSS feeds carry the author, the tags and the cover image, and the feed links to
   * its history (RFC 5005). Atom and JSON Feed always have them.
   *
   * @default true where `sources` names content types of the site's own, false otherwise
   * @example true
   */
  itemDetails?: boolean;

  /**
   * Copyright notice of the feeds; an empty text for none.
   *
   * @default ''
   * @example '© 2026 Example Ltd'
   */
  copyright?: string;

  /**
   * Minutes that a subscriber may wait before it asks for an RSS feed again (`ttl`). 0 leaves the element out.
   *
   * @default 0
   * @example 60
   */
  ttl?: number;

  /**
   * Absolute address of a picture that represents the site in feeds. A tag's own image goes before it. An empty
   * text stands for none.
   *
   * @default ''
   * @example 'https://www.example.com/logo.png'
   */
  imageUrl?: string;

  /**
   * Whether RSS and Atom feeds name a style sheet (served at `/feed.css`), so that a browser shows them as a
   * readable page. They are then served as `application/xml`, the type that browsers style.
   *
   * @default true
   * @example false
   */
  feedStylesheet?: boolean;

  /**
   * Hours for which the address of a preview works. Whoever has the address sees a draft as its page and as an
   * item of a feed, without an account. 0 switches previews off.
   *
   * @default 72
   * @example 24
   */
  previewHours?: number;

  /**
   * Seconds that readers and shared caches may keep a response before they ask again.
   *
   * @default 300
   * @example 3600
   */
  maxAge?: number;

  /**
   * Seconds after `maxAge` in which a cache may still show the old response while it asks for the new one (RFC
   * 5861); 0 for none.
   *
   * @default 60
   * @example 0
   */
  staleWhileRevalidate?: number;

  /**
   * Seconds that cached responses are served while the database does not answer, counted from its last answer.
   * After that, requests get 503 with `Retry-After`. Caches are told the same number (`stale-if-error` of RFC
   * 5861): for so long after `maxAge` they may show what they have when they get an error. 0 for none.
   *
   * @default 600
   * @example 86400
   */
  staleIfError?: number;

  /**
   * Where cached responses are given. `'ahead'`: before any middleware sees the request. `'behind'`: through
   * all middlewares, like everything else of the site. `false`: responses are not cached. Unset or `true`:
   * ahead if all middlewares are Strapi's own, behind if the site has others, such as one that asks for a
   * password. No response is stale while the database answers, on one node or many.
   *
   * @default unset
   * @example 'behind'
   */
  cache?: CachePosition | boolean;

  /**
   * Bytes of memory that cached responses may take. The least recently requested are dropped first. 0 caches none.
   *
   * @default 67108864 (64 MB)
   * @example 268435456
   */
  cacheBytes?: number;

  /**
   * Who is told of changes: front ends and others by webhooks, a CDN, WebSub hubs, search engines by IndexNow.
   * See `docs/push.md`.
   *
   * @default {}
   * @example { webhooks: [{ url: env('REVALIDATE_URL'), secret: env('REVALIDATE_SECRET') }] }
   */
  push?: PushOptions;
}

/** What an item of a feed may contain. */
export const ITEM_CONTENTS = ['summary', 'full'] as const satisfies readonly ItemContent[];

/** Where cached responses are given: before the site's middlewares, or behind them. */
export const CACHE_POSITIONS = ['ahead', 'behind'] as const;
export type CachePosition = (typeof CACHE_POSITIONS)[number];

/** What publishing an entry again does, unless whoever publishes chooses otherwise. */
export const REPUBLISHING = ['tell', 'quietly', 'ask'] as const;
export type Republishing = (typeof REPUBLISHING)[number];

/** Options with their defaults. Only options that follow from `baseUrl` may be missing. */
export type ResolvedOptions = Required<
  Omit<
    SyndicationOptions,
    'baseUrl' | 'feedsUrl' | 'feedFiles' | 'siteName' | 'appearance' | keyof SourceOptions
  >
> &
  Pick<SyndicationOptions, 'baseUrl' | 'feedsUrl' | 'siteName'> & {
    appearance: Appearance;
    feedFiles: FeedFiles;
  };

/** Options without a missing value. */
export type CompleteOptions = Required<ResolvedOptions>;
