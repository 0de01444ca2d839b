import type { Core } from '@strapi/strapi';

export default ({ env }: Core.Config.Shared.ConfigParams) => ({
  host: env('HOST', 'localhost'),
  port: env.int('PORT', 1337),
  app: { keys: ['demo-key-one', 'demo-key-two'] },
});
