import node from '@astrojs/node';
import { defineConfig, envField } from 'astro/config';

export default defineConfig({
  // Pages are drawn when they are asked for: what an editor publishes is there at once.
  output: 'server',
  adapter: node({ mode: 'standalone' }),
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
    },
  },
});
