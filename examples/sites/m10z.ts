import type { Core } from '@strapi/strapi';

/** `config/plugins.ts` for m10z.de, which has a feed of articles and one of a podcast. */
const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  syndication: {
    enabled: true,
    config: {
      baseUrl: env('PUBLIC_URL'),
      language: 'de',
      home: false,
      sources: {
        'api::article.article': { address: '/artikel/{slug}', date: 'date' },
        'api::podcast.podcast': {
          address: '/podcasts/{slug}',
          date: 'date',
          cover: ['cover', 'categories.cover'],
          podcast: {},
        },
      },
      topics: {
        'api::category.category': { address: '/kategorien/{slug}' },
        'api::author.author': { address: '/team/{slug}' },
      },
      // Addresses that subscribers have.
      redirects: {
        '/rss.xml': '/artikel/index.xml',
        '/audiofeed.xml': '/podcasts/index.xml',
      },
    },
  },
});

export default config;
