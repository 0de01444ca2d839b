const STRAPI_URL = process.env.STRAPI_URL ?? 'http://localhost:1337';

/** Paths that Strapi serves. */
const FROM_STRAPI = [
  ...['/index.xml', '/atom.xml', '/feed.json', '/index.md', '/feeds.opml', '/feed.css'],
  ...['/sitemap.xml', '/sitemap/**', '/llms.txt', '/articles/**', '/categories/**'],
  ...['/page/**', '/archive/**', '/subscribe/**', '/previews/**', '/uploads/**'],
];

export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  devtools: { enabled: false },
  runtimeConfig: {
    // NUXT_REVALIDATE_SECRET: the secret in `webhooks` of the plugin's option `push`.
    revalidateSecret: '',
  },
  routeRules: {
    // Cached until the plugin reports a change (server/api/revalidate.post.ts), for an hour at most.
    '/': { swr: 3600 },
    ...Object.fromEntries(FROM_STRAPI.map((path) => [path, { proxy: STRAPI_URL + path }])),
  },
});
