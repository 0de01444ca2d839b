import type { Core } from '@strapi/strapi';

/** Of notum-cz/strapi-next-monorepo-starter: `config/plugins.ts`. A tree of pages, each with its whole path. */
const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  syndication: {
    enabled: true,
    config: {
      baseUrl: env('PUBLIC_URL'),
      locales: { en: {}, cs: {} },
      // The page whose path is a slash is the home, which the site draws.
      home: false,
      pages: { 'api::page.page': { address: '/{fullPath}' } },
    },
  },
});

export default config;
