import type { Core } from '@strapi/strapi';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  // Beside what the example app has here already.
  syndication: {
    enabled: true,
    config: {
      baseUrl: env('PUBLIC_URL'),
      sources: { 'api::article.article': {} },
    },
  },
});

export default config;
