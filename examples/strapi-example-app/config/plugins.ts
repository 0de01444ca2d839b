import type { Core } from '@strapi/strapi';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  // Add this to the example app's own configuration.
  syndication: {
    enabled: true,
    config: {
      baseUrl: env('PUBLIC_URL'),
      sources: { 'api::article.article': {} },
    },
  },
});

export default config;
