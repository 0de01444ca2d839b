import node from '@astrojs/node';
import { defineConfig, envField, memoryCache } from 'astro/config';

export default defineConfig({
  // Pages are rendered on request and cached until the plugin reports a change.
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  // The query string does not change a page.
  cache: { provider: memoryCache({ query: { include: [] } }) },
  site: process.env.PUBLIC_URL ?? 'http://localhost:4321',
  // The plugin's addresses end with a slash, and so do those of the site's own pages.
  trailingSlash: 'always',
  env: {
    schema: {
      // Address of Strapi for this server; visitors need no access to it.
      STRAPI_URL: envField.string({
        context: 'server',
        access: 'secret',
        default: 'http://localhost:1337',
      }),
      // The secret in `webhooks` of the plugin's option `push`.
      // Without it, Astro refuses messages, and keeps its pages.
      REVALIDATE_SECRET: envField.string({ context: 'server', access: 'secret', default: '' }),
    },
  },
});
