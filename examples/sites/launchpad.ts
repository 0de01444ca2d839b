import type { Core } from '@strapi/strapi';

/** `config/plugins.ts` for strapi/LaunchPad. Each language has its own path: `/en/blog/<slug>`. */
const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  syndication: {
    enabled: true,
    config: {
      baseUrl: env('PUBLIC_URL'),
      locales: { en: { path: '/en' }, fr: {} },
      home: '/blog',
      sources: {
        'api::article.article': { address: '/blog/{slug}' },
        'api::product.product': { address: '/products/{slug}' },
      },
      pages: { 'api::page.page': { address: '/{slug}', title: 'seo.metaTitle' } },
    },
  },
});

export default config;
