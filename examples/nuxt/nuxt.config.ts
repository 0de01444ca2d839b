const STRAPI_URL = process.env.STRAPI_URL ?? 'http://localhost:1337';

/** What comes from Strapi. */
const FROM_STRAPI = [
  ...['/index.xml', '/atom.xml', '/feed.json', '/index.md', '/feeds.opml', '/feed.css'],
  ...['/sitemap.xml', '/sitemap/**', '/llms.txt', '/articles/**', '/categories/**'],
  ...['/page/**', '/archive/**', '/subscribe/**', '/previews/**', '/uploads/**'],
];

export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  devtools: { enabled: false },
  runtimeConfig: {
    // NUXT_REVALIDATE_SECRET, as in `webhooks` of the plugin's option `push`.
    revalidateSecret: '',
  },
  routeRules: {
    // Kept until the plugin says that it changed (server/api/revalidate.post.ts), and for an hour at most.
    '/': { swr: 3600 },
    ...Object.fromEntries(FROM_STRAPI.map((path) => [path, { proxy: STRAPI_URL + path }])),
  },
});
