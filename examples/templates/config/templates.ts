import { defineTemplates, html } from 'strapi-plugin-syndication/strapi-server';

/** A header with the site's topics, articles with their authors, and the site's own font. */
export const templates = defineTemplates({
  model: 1,

  header: (page, { render }) => html`
    ${render()}
    <nav class="topics column" aria-label="Topics">
      <a href="/tags/api/">API</a> · <a href="/tags/testing/">Testing</a> ·
      <a href="${page.subscribe ?? page.siteUrl}">Subscribe</a>
    </nav>
  `,

  // The usual entry, but without tags, and with a link to read on.
  entry: (entry, { render }) => html`
    ${render({ ...entry, tags: [] })}
    <p><a href="${entry.href}" aria-label="Read on: ${entry.title}">Read on</a></p>
  `,

  article: ({ author }, { render }) =>
    author === undefined
      ? render()
      : html`${render()}
          <aside class="writer">
            <p>Written by <strong>${author}</strong>.</p>
          </aside>`,

  style: `
    @font-face{font-family:Text;src:url(/fonts/text.woff2) format("woff2");font-display:swap}
    body{font-family:Text,system-ui,sans-serif}
    .topics{padding-block:.75rem;font-size:.95rem}
    .writer{margin-top:2rem;padding:1rem 1.25rem;background:var(--raised);border-radius:.5rem}
    .writer p{margin:0}
  `,

  // The font file is in `public/fonts`.
  contentSecurityPolicy: { 'font-src': ["'self'"] },
});
