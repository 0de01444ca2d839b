import type { Core } from '@strapi/strapi';

import { templates } from './templates';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  syndication: {
    enabled: true,
    config: { baseUrl: env('PUBLIC_URL'), templates },
  },
});

export default config;
