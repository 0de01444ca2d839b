import type { ComponentChildren, FunctionComponent } from 'preact';
import { renderToString } from 'preact-render-to-string';

import { GENERATOR } from '../lib/constants';
import { markdownOf, withoutSlash } from '../lib/url-paths';
import { directionOf } from '../lib/text';
import type { ErrorPage, Page, PageDate, PartModels, Translation } from './model';
import { pageStyle } from './style';
import { renderPart } from './templates';
import { DatedText, FeedTitle, inLanguage, PageText } from './words';
import type { Logo as LogoPicture, SiteLink } from './appearance';
import type { Texts } from '../texts/texts';

/** Prefix of the title of a draft in a preview. */
export const draftMark = (texts: Texts): string => `[${texts.say('draft')}] `;

/** A text without line breaks, for an attribute: cards on other sites would show the breaks. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** An address in a `srcset`, where a comma would end it. */
const inSrcset = (address: string): string => address.replace(/,/g, '%2C');

const Picture = ({ logo, name }: { logo: LogoPicture; name: string }) => (
  <img class="logo" src={logo.src} alt={name} width={logo.width} height={logo.height} />
);

/** The site's logo, for the theme of the page. */
const Logo = ({ page: { siteName, appearance } }: { page: Page }) => {
  const { logo, logoDark, theme } = appearance;
  if (logo === null) return <>{siteName}</>;
  if (logoDark === null || theme === 'light') return <Picture logo={logo} name={siteName} />;
  if (theme === 'dark') return <Picture logo={logoDark} name={siteName} />;
  return (
    <picture>
      <source
        srcset={inSrcset(logoDark.src)}
        media="(prefers-color-scheme: dark)"
        width={logoDark.width}
        height={logoDark.height}
      />
      <Picture logo={logo} name={siteName} />
    </picture>
  );
};

/** Whether one of the site's own links leads to a page. */
const leadsTo = ({ address }: SiteLink, { siteUrl }: Page, href: string): boolean =>
  URL.canParse(address, siteUrl) &&
  withoutSlash(new URL(address, siteUrl).href) === withoutSlash(href);

/** The page in the language whose home a link leads to; undefined for any other link. */
const translationOf = (page: Page, link: SiteLink): Translation | undefined =>
  leadsTo(link, page, page.siteUrl)
    ? undefined
    : page.translations?.find(({ home }) => home !== undefined && leadsTo(link, page, home));

/**
 * The site's own links, as items of a list. A link to the home of another language leads to this page in that
 * language, if there is one.
 */
const SiteLinks = ({ page, links }: { page: Page; links: SiteLink[] }) => (
  <>
    {links.map((link, index) => {
      const translation = translationOf(page, link);
      return (
        <li key={index}>
          <a href={translation?.href ?? link.address} hreflang={translation?.language}>
            {link.label}
          </a>
        </li>
      );
    })}
  </>
);

/** Whether one of the site's own links in the header leads to a page. */
const isLinked = (page: Page, href: string): boolean =>
  page.appearance.headerLinks.some((link) => leadsTo(link, page, href));

/** Marks a link that leads to its own page. */
const currentAttribute = ({ canonical }: Page, href: string): { 'aria-current'?: 'page' } =>
  canonical === href ? { 'aria-current': 'page' } : {};

/** Number of links that fit beside the site's name; if there are more, they are below it. */
const MAXIMUM_LINKS_BESIDE_NAME = 3;

/** Links to lists of topics, and the site's own links. */
const HeaderLinks = ({ page }: { page: Page }) => {
  const { appearance, topicIndexes = [] } = page;
  const indexes = topicIndexes.filter(({ href }) => !isLinked(page, href));
  const count = indexes.length + appearance.headerLinks.length;
  if (count === 0) return null;
  return (
    <nav
      class={count > MAXIMUM_LINKS_BESIDE_NAME ? 'ways below' : 'ways'}
      aria-label={page.siteName}
    >
      <ul class="links">
        {indexes.map(({ title, titleLanguage, href }) => (
          <li key={href}>
            <a href={href} {...currentAttribute(page, href)} {...inLanguage(page, titleLanguage)}>
              {title}
            </a>
          </li>
        ))}
        <SiteLinks page={page} links={appearance.headerLinks} />
      </ul>
    </nav>
  );
};

/** Link to the page that explains feeds. */
const SubscribeLink = ({ page }: { page: Page }) =>
  page.subscribe === undefined || isLinked(page, page.subscribe) ? null : (
    <a class="follow" href={page.subscribe} {...currentAttribute(page, page.subscribe)}>
      <PageText page={page} text="subscribe" />
    </a>
  );

/** What is above each page: the site's name and links to its other pages. */
const SiteHeader = ({ page }: { page: Page }) => (
  <header class="site">
    <div class="column">
      <a class="site-name" href={page.siteUrl}>
        <Logo page={page} />
      </a>
      <HeaderLinks page={page} />
      <SubscribeLink page={page} />
    </div>
  </header>
);

/** Pages whose content a template may draw. */
type ContentName = Exclude<keyof PartModels, 'head' | 'header' | 'footer' | 'entry'>;

interface DocumentProps<Name extends ContentName> {
  /** Name of the content, as templates have it. */
  name: Name;
  page: PartModels[Name];
  /** Draws the content. */
  Content: FunctionComponent<{ page: PartModels[Name] }>;
  /** What the document's title has in addition to the page's own title. */
  subtitle?: string;
  /** Draws further elements of the head. */
  Head?: FunctionComponent<{ page: PartModels[Name] }>;
  /** False for a page that shows its feeds elsewhere. */
  feedsInFooter?: boolean;
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
            <bdi>{feed.label}</bdi>
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
        {footerLinks.length > 0 && (
          <ul class="links">
            <SiteLinks page={page} links={footerLinks} />
          </ul>
        )}
        {footer !== '' && (
          <p class="line">
            <bdi>{footer}</bdi>
          </p>
        )}
      </div>
    </footer>
  );
};

const Description = ({ page }: { page: Page }) => {
  const text = page.description || page.metaDescription;
  return text ? <meta name="description" content={inOneLine(text)} /> : null;
};

/** The notice above a draft in a preview. */
const DraftNotice = ({ page, until }: { page: Page; until: PageDate }) => (
  <aside class="draft" aria-label={page.texts.say('draft')} lang={page.texts.foreign('draft')}>
    <p class="column">
      <DatedText page={page} text="draftNotice" date={until} />
    </p>
  </aside>
);

interface PageLink {
  rel: string;
  href: string;
  type?: string;
  hreflang?: string;
  title?: string;
}

/**
 * Links to a page, to its other forms and languages, and to its feeds: for the head and the Link header. Most readers
 * subscribe to the first feed, gPodder to the last: both have the language of the page.
 */
export const linksIn = ({ canonical, original, translations = [], feeds }: Page): PageLink[] => {
  const own = feeds.map(({ title, href, type, label }, index) => ({
    rel: 'alternate',
    type,
    // The default format has the feed's own title.
    title: index === 0 ? title : `${title} (${label})`,
    href,
  }));
  return [
    ...(canonical === undefined
      ? []
      : [
          { rel: 'canonical', href: original ?? canonical },
          { rel: 'alternate', type: 'text/markdown', href: markdownOf(canonical) },
        ]),
    ...translations.map(({ language: hreflang, href }) => ({ rel: 'alternate', hreflang, href })),
    ...own.slice(0, 1),
    ...translations.flatMap(({ language: hreflang, feed }) =>
      feed
        ? [{ rel: 'alternate', type: feed.type, hreflang, title: feed.title, href: feed.href }]
        : [],
    ),
    ...own.slice(1),
  ];
};

type HeadProps = Pick<DocumentProps<ContentName>, 'page' | 'subtitle'>;

/** Elements of every document's head. */
const Head = ({ page, subtitle }: HeadProps) => (
  <>
    <meta charset="utf-8" />
    <title>
      {(page.draftUntil ? draftMark(page.texts) : '') +
        (page.documentTitle ??
          [...new Set([page.title, subtitle, page.siteName])]
            .filter((part) => part !== undefined)
            .join(' · '))}
    </title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <Description page={page} />
    {(page.canonical === undefined || page.isNoindex) && <meta name="robots" content="noindex" />}
    <meta name="generator" content={GENERATOR} />
    {linksIn(page).map((link, index) => (
      <link key={index} {...link} />
    ))}
    {page.appearance.favicon !== '' && <link rel="icon" href={page.appearance.favicon} />}
  </>
);

const SkipLink = ({ page }: { page: Page }) => (
  <a class="skip" href="#content">
    <PageText page={page} text="skipToContent" />
  </a>
);

const asHtml = (...parts: string[]) => ({ dangerouslySetInnerHTML: { __html: parts.join('') } });

const writeHead = <Name extends ContentName>(props: DocumentProps<Name>): string => {
  const { page, Head: More } = props;
  const more = renderPart('head', page, page, (shown) =>
    More ? renderToString(<More page={shown as typeof page} />) : '',
  );
  const style = renderToString(<style {...asHtml(pageStyle(page))} />);
  return renderToString(<Head {...props} />) + more + style;
};

const writeBody = <Name extends ContentName>({
  name,
  page,
  Content,
  feedsInFooter = true,
}: DocumentProps<Name>): string => {
  const header = renderPart('header', page, page, (shown) =>
    renderToString(<SiteHeader page={shown} />),
  );
  const content = renderPart(name, page, page, (shown) => renderToString(<Content page={shown} />));
  const footer = renderPart('footer', page, page, (shown) =>
    renderToString(<Footer page={shown} withFeeds={feedsInFooter} />),
  );
  const main = renderToString(<main class="column" id="content" {...asHtml(content)} />);
  const notice =
    page.draftUntil === undefined
      ? ''
      : renderToString(<DraftNotice page={page} until={page.draftUntil} />);
  return renderToString(<SkipLink page={page} />) + notice + header + main + footer;
};

/** Characters that HTML must not have, and that editors paste unseen (HTML, "Preprocessing the input stream"). */
const FORBIDDEN_CHARACTERS = /[\0-\x08\x0B\x0E-\x1F\x7F-\x9F\uFDD0-\uFDEF\uFFFE\uFFFF]/g;

/**
 * Renders a whole HTML document around the content of a page. Preact escapes all text. The site's templates draw
 * the parts that they are for.
 */
export const renderDocument = <Name extends ContentName>(props: DocumentProps<Name>): string => {
  const { language } = props.page;
  const document = (
    <html lang={language} dir={directionOf(language) === 'rtl' ? 'rtl' : undefined}>
      <head {...asHtml(writeHead(props))} />
      <body {...asHtml(writeBody(props))} />
    </html>
  );
  return `<!doctype html>\n${renderToString(document).replace(FORBIDDEN_CHARACTERS, '')}\n`;
};

/** The newest articles, for visitors who looked for another one. */
const NewestArticles = ({ page }: { page: ErrorPage }) => {
  const { newest = [] } = page;
  if (newest.length === 0) return null;
  return (
    <section class="newest" aria-labelledby="newest-articles">
      <h2 id="newest-articles">
        <PageText page={page} text="newestArticles" />
      </h2>
      <ol class="entries">
        {newest.map(({ title, href, date }) => (
          <li key={href}>
            <h3 dir="auto">
              <a href={href}>{title}</a>
            </h3>
            <time datetime={date.iso}>{date.text}</time>
          </li>
        ))}
      </ol>
    </section>
  );
};

/** The page of an error. */
const Message = ({ page }: { page: ErrorPage }) => (
  <>
    <h1 {...inLanguage(page, page.titleLanguage)}>{page.title}</h1>
    <p class="lead" {...inLanguage(page, page.messageLanguage)}>
      {page.message}
    </p>
    <p>
      <a href={page.siteUrl}>{page.siteName}</a>
    </p>
    <NewestArticles page={page} />
  </>
);

export const renderError = (page: ErrorPage): string =>
  renderDocument({ name: 'error', page, Content: Message });
