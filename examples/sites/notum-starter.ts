import type { Core } from '@strapi/strapi';

/** `config/plugins.ts` for notum-cz/strapi-next-monorepo-starter. Pages form a tree and have their full paths. */
const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  syndication: {
    enabled: true,
    config: {
      baseUrl: env('PUBLIC_URL'),
      locales: { en: {}, cs: {} },
      // The site renders its own home page, the page with the path "/".
      home: false,
      pages: { 'api::page.page': { address: '/{fullPath}' } },
    },
  },
});

export default config;
