import { isWebAddress } from '../lib/web-address';
import { draftMark, inOneLine } from './document';
import type {
  ArticlePage,
  AuthorLink,
  ContentPage,
  ListingPage,
  Page,
  Picture,
  TagsPage,
} from './model';

/** JSON within a `script` element. It has no "<", so that no text in it can end the element. */
const toScriptData = (data: unknown): string => JSON.stringify(data).replace(/</g, '\\u003c');

/** Canonical address of the page's text. */
const addressOf = ({ original, canonical }: Page): string | undefined => original ?? canonical;

/** Whether cards on other sites can show a picture: none shows SVG drawings or browser icons. */
export const isForCards = (address: string): boolean =>
  isWebAddress(address) && !/\.(?:svg|ico)$/i.test(new URL(address).pathname);

/** A picture, if cards on other sites can show it. */
const forCards = (image: Picture | undefined): Picture | undefined =>
  image && isForCards(image.src) ? image : undefined;

/** Picture that represents a page on other sites. */
const imageOf = ({ cardImage, cover }: ContentPage): Picture | undefined => cardImage ?? cover;

/** Breadcrumbs from the site to the page, through the first of its tags. */
const toBreadcrumbs = (page: ArticlePage) => {
  const places = [
    { name: page.siteName, item: page.siteUrl },
    ...page.tags.slice(0, 1).map(({ title, href }) => ({ name: title, item: href })),
    { name: page.title, item: page.canonical },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: places.map((place, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...place,
    })),
  };
};

const toPublisher = ({ siteName, siteUrl, appearance: { logo } }: ArticlePage) => ({
  '@type': 'Organization',
  name: siteName,
  url: siteUrl,
  logo:
    logo === null ? undefined : { '@type': 'ImageObject', url: new URL(logo.src, siteUrl).href },
});

/** The authors of an article; the site where none is known. */
const toAuthor = ({ author, authors, siteName, siteUrl }: ArticlePage) => {
  if (author === undefined) return { '@type': 'Organization', name: siteName, url: siteUrl };
  const people = (authors ?? [{ name: author }]).map(({ name, href }: AuthorLink) => ({
    '@type': 'Person',
    name,
    url: href,
  }));
  return people.length === 1 ? people[0] : people;
};

/** An article in the vocabulary of schema.org, which search engines read. */
const toPosting = (page: ArticlePage) => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  mainEntityOfPage: {
    '@type': 'WebPage',
    '@id': addressOf(page),
    breadcrumb: toBreadcrumbs(page),
  },
  headline: page.title,
  datePublished: page.date.iso,
  url: addressOf(page),
  description: inOneLine(page.description) || undefined,
  dateModified: page.modified,
  inLanguage: page.language,
  image: imageOf(page)?.src,
  publisher: toPublisher(page),
  keywords: page.tags.length > 0 ? page.tags.map(({ title }) => title) : undefined,
  author: toAuthor(page),
});

/** A language tag as Open Graph writes it: "en-US" is "en_US". Undefined where no territory is known. */
const toLocale = (language: string): string | undefined => {
  const locale = new Intl.Locale(language).maximize();
  return locale.region === undefined ? undefined : `${locale.language}_${locale.region}`;
};

type Properties = [name: string, content: string | undefined][];

/** What X reads in addition to Open Graph. */
const twitterCard = (image: Picture | undefined): Properties => [
  ['twitter:card', image ? 'summary_large_image' : 'summary'],
  ['twitter:image:alt', image?.alt || undefined],
];

const toSize = (pixels: number | undefined): string | undefined =>
  pixels === undefined ? undefined : `${pixels}`;

const openGraph = (
  page: Page,
  type: 'article' | 'website',
  image: Picture | undefined,
): Properties => [
  ['og:type', type],
  ['og:title', (page.draftUntil ? draftMark(page.texts) : '') + (page.documentTitle ?? page.title)],
  ['og:url', addressOf(page)],
  ['og:site_name', page.siteName],
  ['og:description', inOneLine(page.description || page.metaDescription || '') || undefined],
  ['og:image', image?.src ?? page.siteImage],
  ['og:image:width', toSize(image?.width)],
  ['og:image:height', toSize(image?.height)],
  ['og:image:alt', image?.alt || undefined],
  ['og:locale', toLocale(page.language)],
];

/** Open Graph properties that only articles have. */
const articleProperties = (page: ArticlePage): Properties => [
  ['article:published_time', page.date.iso],
  ['article:modified_time', page.modified],
  ...(page.authors ?? []).flatMap(({ href }): [string, string][] =>
    href === undefined ? [] : [['article:author', href]],
  ),
  ...page.tags.map(({ title }): [string, string] => ['article:tag', title]),
];

const StructuredData = ({ properties, data }: { properties: Properties; data?: object }) => (
  <>
    {properties.map(([name, content]) => {
      // X reads its own properties by another attribute.
      const attribute = name.startsWith('twitter:') ? 'name' : 'property';
      return (
        content !== undefined && (
          <meta key={name + content} {...{ [attribute]: name }} content={content} />
        )
      );
    })}
    {data && (
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toScriptData(data) }} />
    )}
  </>
);

/** Metadata of an entry: Open Graph, and JSON-LD of an article. */
export const EntryData = ({ page }: { page: ArticlePage | ContentPage }) => {
  const image = forCards(imageOf(page));
  const article = 'date' in page ? page : undefined;
  return (
    <StructuredData
      properties={[
        ...openGraph(page, article ? 'article' : 'website', image),
        ...(article ? articleProperties(article) : []),
        ...twitterCard(image),
      ]}
      data={article && toPosting(article)}
    />
  );
};

/** Metadata of a listing or of a list of topics. Cards show the picture of a topic small, beside its name. */
export const ListingData = ({ page }: { page: ListingPage | TagsPage }) => {
  const image = forCards('image' in page ? page.image : undefined);
  return (
    <StructuredData
      properties={[...openGraph(page, 'website', image), ...twitterCard(undefined)]}
    />
  );
};
