import type { ArticlePage } from './model';

/** JSON within a `script` element: no "<" in it, so that nothing in it can end the element. */
const toScriptData = (data: unknown): string => JSON.stringify(data).replace(/</g, '\\u003c');

/** The article in the vocabulary of schema.org, which search engines read. */
const toJsonLd = (page: ArticlePage) => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  mainEntityOfPage: page.canonical,
  url: page.canonical,
  headline: page.title,
  description: page.description || undefined,
  datePublished: page.date.iso,
  dateModified: page.modified,
  inLanguage: page.language,
  image: page.cover?.src,
  keywords: page.tags.length > 0 ? page.tags.map(({ title }) => title) : undefined,
  author:
    page.author === undefined
      ? { '@type': 'Organization', name: page.siteName, url: page.siteUrl }
      : { '@type': 'Person', name: page.author },
  publisher: { '@type': 'Organization', name: page.siteName, url: page.siteUrl },
});

const openGraph = (page: ArticlePage): [property: string, content: string | undefined][] => [
  ['og:type', 'article'],
  ['og:title', page.title],
  ['og:url', page.canonical],
  ['og:site_name', page.siteName],
  ['og:description', page.description || undefined],
  ['og:image', page.cover?.src],
  ['og:image:alt', page.cover?.alt || undefined],
  ['article:published_time', page.date.iso],
  ['article:modified_time', page.modified],
  ...page.tags.map(({ title }): [string, string] => ['article:tag', title]),
];

/** What machines read of an article: Open Graph and JSON-LD. */
export const StructuredData = ({ page }: { page: ArticlePage }) => (
  <>
    {openGraph(page).map(
      ([property, content]) =>
        content !== undefined && (
          <meta key={property + content} property={property} content={content} />
        ),
    )}
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: toScriptData(toJsonLd(page)) }}
    />
  </>
);
