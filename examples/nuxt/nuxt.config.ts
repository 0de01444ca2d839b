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
  },
});
