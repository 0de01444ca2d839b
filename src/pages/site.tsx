import type { Logo as LogoPicture, SiteLink } from './appearance';
import type { Page, Translation } from './model';

/** An address where a comma would end it. */
const inSrcset = (address: string): string => address.replace(/,/g, '%2C');

const Picture = ({ logo, name }: { logo: LogoPicture; name: string }) => (
  <img class="logo" src={logo.src} alt={name} width={logo.width} height={logo.height} />
);

/** The site's logo, as it is for the theme of the page. */
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

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** The page in the language to whose home a link leads; undefined for any other link. */
const inLanguageOf = (
  { siteUrl, translations = [] }: Page,
  { address }: SiteLink,
): Translation | undefined => {
  if (!URL.canParse(address, siteUrl)) return undefined;
  const leadsTo = withoutSlash(new URL(address, siteUrl).href);
  if (leadsTo === withoutSlash(siteUrl)) return undefined;
  return translations.find(({ home }) => home !== undefined && withoutSlash(home) === leadsTo);
};

/**
 * Links to pages of the site's own; nothing where there are none. One to the home of another language
 * leads to the page in that language, where it is in it.
 */
export const SiteLinks = ({ page, links }: { page: Page; links: SiteLink[] }) =>
  links.length === 0 ? null : (
    <ul class="links">
      {links.map((link, index) => {
        const translation = inLanguageOf(page, link);
        return (
          <li key={index}>
            <a href={translation?.href ?? link.address} hreflang={translation?.language}>
              {link.label}
            </a>
          </li>
        );
      })}
    </ul>
  );

/** What is above each page: whose it is, and where else to go. */
export const SiteHeader = ({ page }: { page: Page }) => (
  <header class="site">
    <div class="column">
      <a class="site-name" href={page.siteUrl}>
        <Logo page={page} />
      </a>
      <SiteLinks page={page} links={page.appearance.headerLinks} />
    </div>
  </header>
);
