import type { Logo as LogoPicture, SiteLink } from './appearance';
import type { Page } from './model';

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

/** Links to pages of the site's own; nothing where there are none. */
export const SiteLinks = ({ links }: { links: SiteLink[] }) =>
  links.length === 0 ? null : (
    <ul class="links">
      {links.map(({ label, address }, index) => (
        <li key={index}>
          <a href={address}>{label}</a>
        </li>
      ))}
    </ul>
  );

/** What is above each page: whose it is, and where else to go. */
export const SiteHeader = ({ page }: { page: Page }) => (
  <header class="site">
    <div class="column">
      <a class="site-name" href={page.siteUrl}>
        <Logo page={page} />
      </a>
      <SiteLinks links={page.appearance.headerLinks} />
    </div>
  </header>
);
