import type { Core } from '@strapi/strapi';

/** `config/plugins.ts` for bratislava.sk. The slugs of pages contain slashes. */
const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  syndication: {
    enabled: true,
    config: {
      baseUrl: env('PUBLIC_URL'),
      locales: { sk: {}, en: {} },
      home: false,
      sources: {
        'api::article.article': {
          address: '/spravy/{slug}',
          date: 'addedAt',
          topics: ['articleCategory', 'tags'],
        },
        'api::inba-release.inba-release': { address: '/inba/vydania/{slug}', date: 'releaseDate' },
        'api::asset.asset': { address: '/dokumenty/{slug}', topics: ['assetCategory'] },
      },
      pages: { 'api::page.page': { address: '/{slug}', summary: ['subtext', 'metaDescription'] } },
      // Addresses that subscribers have.
      redirects: {
        '/api/feed?lang=en': '/en/spravy/index.xml',
        '/api/feed': '/spravy/index.xml',
      },
    },
  },
});

export default config;
