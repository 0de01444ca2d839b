import type { FeedFiles } from '../feed/addresses';
import type { ItemContent } from '../content/article';
import type { Appearance } from '../pages/appearance';
import type { Templates } from '../pages/templates';
import type { LocalesOption } from './locales';
import type { PushOptions } from './push';
import type { PageMappings, Sources } from './source';
import type { Topics } from './topic';
import type { OwnTexts } from '../texts/keys';

/** Options that say what of the site's own content is published, and how. */
export interface SourceOptions {
  /**
   * Content types whose entries are published, each with what its items are made of. What a mapping
   * leaves out is guessed; see `docs/existing-content.md`. With `defineSources` its fields are checked
   * while they are typed.
   *
   * @default the plugin's own Article
   * @example { 'api::article.article': {} }
   */
  sources?: Sources;

  /**
   * Content types whose entries are pages of their own, such as "About" or an imprint: in the sitemap, and
   * in no feed and no listing. Single types as well; see `docs/pages.md`.
   *
   * @default {}
   * @example { 'api::about.about': { address: '/about/' } }
   */
  pages?: PageMappings;

  /**
   * Content types whose entries group items, each with what is shown of it. Those that sources lead to
   * need no mapping.
   *
   * @default {}
   * @example { 'api::category.category': { image: 'icon' } }
   */
  topics?: Topics;

  /**
   * Locales of Strapi's i18n in which entries of localised types are published, by their codes, each
   * with what is another there. The first is the main one: entries of types that are not localised
   * belong to it, and its addresses have no path of their own unless they are given one. Without it,
   * locales are not told apart. See `docs/languages.md`.
   *
   * @default none
   * @example { en: {}, de: { path: '/de', siteName: 'Feldnotizen', language: 'de-AT' } }
   */
  locales?: LocalesOption;
}

/** Options of the plugin: the `config` of `syndication` in `config/plugins.ts`. */
export interface SyndicationOptions extends SourceOptions {
  /**
   * Public address of the site: every link in feeds and pages starts with it, and its path is where
   * the plugin serves. While nobody elsewhere can open it (localhost, a private address), the host in
   * ids is provisional and follows it; the first start at a public address makes it permanent. Empty,
   * as from an environment variable that is not set, counts as not given.
   *
   * @default Strapi's own public address (`url` in `config/server.ts`)
   * @example 'https://www.example.com/notes'
   */
  baseUrl?: string;

  /**
   * Name of the site in titles of feeds and pages.
   *
   * @default the host name of `baseUrl`
   * @example 'Field Notes'
   */
  siteName?: string;

  /**
   * What the site is about, in a sentence: the description of the feed of the whole site. Empty for
   * "Recent content on" and the site's name.
   *
   * @default ''
   * @example 'Short notes on testing and debugging APIs'
   */
  description?: string;

  /**
   * Language of the articles, as a BCP 47 tag. The words of pages, feeds and errors are in it where
   * there is a translation, otherwise in English. Also decides how titles are sorted and how
   * sentences and dates are read.
   *
   * @default 'en'
   * @example 'id'
   */
  language?: string;

  /**
   * Words of pages, feeds and errors that the site says otherwise, by language and name (the names
   * are in `docs/languages.md`). A text for "de" is for "de-AT" as well, unless that has its own.
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
   * How many articles a feed holds, newest first: at most 1,000, and 0 for that many. Older ones are
   * on the feed's further pages.
   *
   * @default 20
   * @example 50
   */
  itemsPerFeed?: number;

  /**
   * How many articles a listing page shows.
   *
   * @default 10
   * @example 25
   */
  entriesPerPage?: number;

  /**
   * Length of a summary taken from an article's body, in words: it ends with the sentence that
   * reaches it.
   *
   * @default 70
   * @example 40
   */
  summaryWords?: number;

  /**
   * Characters of a summary that a listing shows at most, the final "…" included. It is cut behind a
   * sentence where one ends soon enough, or else behind a word.
   *
   * @default 200
   * @example 160
   */
  excerptCharacters?: number;

  /**
   * Whether the plugin serves HTML pages (listings and articles). Switch off when a front end of
   * your own draws them; feeds are served all the same.
   *
   * @default true
   * @example false
   */
  htmlPages?: boolean;

  /**
   * How the pages look: logo, favicon, colour, font, width, links, what a listing shows. Editors may
   * change what is not given here in Settings > Feeds > Appearance.
   *
   * @default {}
   * @example { accent: '#a3197e', font: 'serif', footerLinks: [{ label: 'Imprint', address: '/imprint/' }] }
   */
  appearance?: Partial<Appearance>;

  /**
   * Parts of pages that the site draws itself, from documented models to HTML; everything else stays as it
   * is. With `defineTemplates` they are typed. See `docs/templates.md`.
   *
   * @default none
   * @example { model: 1, footer: () => '<footer>© Example Ltd</footer>', style: 'footer{text-align:center}' }
   */
  templates?: Templates;

  /**
   * Where the page and the feeds of the whole site are, and the page that lists all feeds
   * (`subscribe/`), below `baseUrl`: a path with a final slash or without, as they have it. The page is there where
   * `baseUrl` is given, once an article is public. `false` leaves the page at the root to the site; the
   * feeds stay there.
   *
   * @default '/'
   * @example '/blog/'
   */
  home?: string | false;

  /**
   * Names of the files of feeds, by format, where the site has others already. Those by the usual names
   * lead there (301).
   *
   * @default { rss: 'index.xml', atom: 'atom.xml', json: 'feed.json' }
   * @example { rss: 'rss.xml' }
   */
  feedFiles?: Partial<FeedFiles>;

  /**
   * Public address below which feeds are, where another host than that of the pages serves them: the
   * addresses of feeds in feeds, pages and lists begin with it. Links to entries begin with `baseUrl`.
   *
   * @default `baseUrl`
   * @example 'https://cms.example.com'
   */
  feedsUrl?: string;

  /**
   * Former addresses, such as those of the feeds of another system, each with the path below `baseUrl`
   * where that is now (301). A former address is a path as Strapi gets it, with a query or without; a
   * name in braces stands for one part of it.
   *
   * @default {}
   * @example { '/feed/': '/index.xml', '/category/{slug}/feed/': '/tags/{slug}/index.xml', '/api/feed?lang=en': '/index.xml' }
   */
  redirects?: Readonly<Record<string, string>>;

  /**
   * Whether the plugin serves the articles by year: `archive/` below `home`, and a listing of each year
   * below that, in the time zone of the site.
   *
   * @default true
   * @example false
   */
  archive?: boolean;

  /**
   * Whether the plugin serves `/sitemap.xml` and its parts. Switch off when the site has a sitemap
   * of its own.
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
   * Whether the plugin serves `/llms.txt`, which tells programs that read for people what there is
   * (llmstxt.org). A file or route of the site at that address goes before it.
   *
   * @default true
   * @example false
   */
  llmsTxt?: boolean;

  /**
   * Whether the plugin serves `/robots.txt`, which tells search engines where the sitemap is. Only
   * where `baseUrl` has no path, and where neither a file nor a route of the site is: new Strapi apps
   * have a file.
   *
   * @default true
   * @example false
   */
  robotsTxt?: boolean;

  /**
   * What an item of a feed holds: the summary, or the full text as well. A tag can choose otherwise.
   *
   * @default 'summary'
   * @example 'full'
   */
  content?: ItemContent;

  /**
   * What publishing an entry again does that is published already. `'tell'`: subscribers are told, the
   * dates of its last change move. `'quietly'`: readers get the change, and the dates stay. `'ask'`: who
   * publishes in the panel is asked; whatever else writes tells.
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
   * Copyright notice of the feeds. Empty for none.
   *
   * @default ''
   * @example '© 2026 Example Ltd'
   */
  copyright?: string;

  /**
   * How long a subscriber may wait before it asks an RSS feed again (`ttl`), in minutes. 0 leaves
   * the element out.
   *
   * @default 0
   * @example 60
   */
  ttl?: number;

  /**
   * Absolute address of a picture that stands for the site in feeds; a tag's own image goes before
   * it. Empty for none.
   *
   * @default ''
   * @example 'https://www.example.com/logo.png'
   */
  imageUrl?: string;

  /**
   * Whether RSS and Atom feeds name a style sheet (served at `/feed.css`), so that a browser shows
   * them as a readable page. They are served as `application/xml` then, the type browsers do it for.
   *
   * @default true
   * @example false
   */
  feedStylesheet?: boolean;

  /**
   * How long an address of a preview works, in hours: whoever has it sees a draft as its page and as
   * an item of a feed, without an account. 0 switches previews off.
   *
   * @default 72
   * @example 24
   */
  previewHours?: number;

  /**
   * How long readers and shared caches may keep a response before they ask again, in seconds.
   *
   * @default 300
   * @example 3600
   */
  maxAge?: number;

  /**
   * How long, in seconds after `maxAge`, a cache may still show the old response while it asks for the
   * new one (RFC 5861). 0 for not at all.
   *
   * @default 60
   * @example 0
   */
  staleWhileRevalidate?: number;

  /**
   * How long, in seconds, cached responses are served while the database does not answer,
   * counted from when it last did; then it is 503 with `Retry-After`. Caches are told the same
   * (`stale-if-error` of RFC 5861): how long after `maxAge` they may show what they have when the
   * answer is an error, which they count by themselves. 0 for not at all.
   *
   * @default 600
   * @example 86400
   */
  staleIfError?: number;

  /**
   * Where cached responses are given from. `'ahead'`: before any
   * middleware sees the request. `'behind'`: through all middlewares, as everything else of the site.
   * `false`: none are cached. Unset, or `true`: ahead where all middlewares are Strapi's own, behind
   * where the site has others, such as one that asks for a password. Never stale while the database
   * answers, on one node or many.
   *
   * @default unset
   * @example 'behind'
   */
  cache?: CachePosition | boolean;

  /**
   * Memory the cached responses may take, in bytes; those asked for least recently go first. Up to 8 MB
   * more hold copies of those asked for several times a second. 0 keeps none.
   *
   * @default 67108864 (64 MB)
   * @example 268435456
   */
  cacheBytes?: number;

  /**
   * Who is told what changed: front ends and others by webhooks, a CDN, WebSub hubs, search engines by
   * IndexNow. See `docs/push.md`.
   *
   * @default {}
   * @example { webhooks: [{ url: env('REVALIDATE_URL'), secret: env('REVALIDATE_SECRET') }] }
   */
  push?: PushOptions;
}

/** What an item of a feed may hold. */
export const ITEM_CONTENTS = ['summary', 'full'] as const satisfies readonly ItemContent[];

/** Where cached responses are given: before the site's middlewares, or behind them. */
export const CACHE_POSITIONS = ['ahead', 'behind'] as const;
export type CachePosition = (typeof CACHE_POSITIONS)[number];

/** What publishing a published entry again does, unless who publishes says otherwise. */
export const REPUBLISHING = ['tell', 'quietly', 'ask'] as const;
export type Republishing = (typeof REPUBLISHING)[number];

/** Options with their defaults; only what follows from `baseUrl` may still be missing. */
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

/** Options of which nothing is missing. */
export type CompleteOptions = Required<ResolvedOptions>;
