import node from '@astrojs/node';
import { defineConfig, envField, memoryCache } from 'astro/config';

export default defineConfig({
  // Pages are drawn when they are asked for, and kept until the plugin says that they changed.
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  // One page, whatever is behind its question mark.
  cache: { provider: memoryCache({ query: { include: [] } }) },
  site: process.env.PUBLIC_URL ?? 'http://localhost:4321',
  // The plugin's addresses end with a slash, and so do those of the pages drawn here.
  trailingSlash: 'always',
  env: {
    schema: {
      // Where Strapi is for this server; visitors need not reach it.
      STRAPI_URL: envField.string({
        context: 'server',
        access: 'secret',
        default: 'http://localhost:1337',
      }),
      // As in `webhooks` of the plugin's option `push`.
      REVALIDATE_SECRET: envField.string({ context: 'server', access: 'secret' }),
    },
  },
});
