import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

import { GENERATOR } from '../constants';
import { markdownOf } from '../feed/addresses';
import { directionOf } from '../texts/direction';
import type { Page } from './model';
import { SiteHeader, SiteLinks } from './site';
import { renderStyle } from './style';
import { FeedTitle, LatinName, Words } from './words';

interface DocumentProps {
  page: Page;
  /** What the document's title says beside the page's own title. */
  subtitle?: string;
  /** Links to the pages before and after, for `rel`. */
  newer?: string;
  older?: string;
  /** What else the head says. */
  head?: ComponentChildren;
  /** False for a page that shows its feeds elsewhere. */
  feedsInFooter?: boolean;
  children: ComponentChildren;
}

/** Links to the feeds of a page, in one line. */
const FooterFeeds = ({ page }: { page: Page }) => (
  <p>
    {page.texts.parts<'feedFormats', ComponentChildren>('feedFormats', {
      feed: <FeedTitle page={page} />,
      formats: page.feeds.map((feed, index) => (
        <>
          {index > 0 && ' · '}
          <a key={feed.href} href={feed.href} type={feed.type}>
            <LatinName page={page}>{feed.label}</LatinName>
          </a>
        </>
      )),
    })}
  </p>
);

const Footer = ({ page, withFeeds }: { page: Page; withFeeds: boolean }) => {
  const { footerLinks, footer } = page.appearance;
  const hasFeeds = withFeeds && page.feeds.length > 0;
  if (!hasFeeds && footerLinks.length === 0 && footer === '') return null;
  return (
    <footer>
      <div class="column">
        {hasFeeds && <FooterFeeds page={page} />}
        <SiteLinks links={footerLinks} />
        {footer !== '' && <p class="line">{footer}</p>}
      </div>
    </footer>
  );
};

const Document = ({
  page,
  subtitle,
  newer,
  older,
  head,
  feedsInFooter = true,
  children,
}: DocumentProps) => (
  <html lang={page.language} dir={directionOf(page.language) === 'rtl' ? 'rtl' : undefined}>
    <head>
      <meta charset="utf-8" />
      <title>
        {page.documentTitle ??
          [...new Set([page.title, subtitle, page.siteName])]
            .filter((part) => part !== undefined)
            .join(' · ')}
      </title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {page.description !== '' && <meta name="description" content={page.description} />}
      {(page.canonical === undefined || page.isNoindex) && <meta name="robots" content="noindex" />}
      <meta name="generator" content={GENERATOR} />
      {page.canonical !== undefined && (
        <link rel="canonical" href={page.original ?? page.canonical} />
      )}
      {page.canonical !== undefined && !page.isHtmlAlone && (
        <link rel="alternate" type="text/markdown" href={markdownOf(page.canonical)} />
      )}
      {page.translations?.map(({ language, href }) => (
        <link key={language} rel="alternate" hreflang={language} href={href} />
      ))}
      {newer !== undefined && <link rel="prev" href={newer} />}
      {older !== undefined && <link rel="next" href={older} />}
      {page.feeds.map((feed, index) => (
        <link
          key={feed.href}
          rel="alternate"
          type={feed.type}
          // The default format goes by the feed's own name.
          title={index === 0 ? feed.title : `${feed.title} (${feed.label})`}
          href={feed.href}
        />
      ))}
      {page.translations?.map(
        ({ language, feed }) =>
          feed && (
            <link
              key={feed.href}
              rel="alternate"
              type={feed.type}
              hreflang={language}
              title={feed.title}
              href={feed.href}
            />
          ),
      )}
      {page.appearance.favicon !== '' && <link rel="icon" href={page.appearance.favicon} />}
      {head}
      <style dangerouslySetInnerHTML={{ __html: renderStyle(page.appearance) }} />
    </head>
    <body>
      <a class="skip" href="#content">
        <Words page={page} text="skipToContent" />
      </a>
      <SiteHeader page={page} />
      <main class="column" id="content">
        {children}
      </main>
      <Footer page={page} withFeeds={feedsInFooter} />
    </body>
  </html>
);

/** Renders a whole HTML document around the content of a page. Text is escaped by the renderer. */
export const renderDocument = (props: DocumentProps): string =>
  `<!doctype html>\n${renderToString(<Document {...props} />)}\n`;
