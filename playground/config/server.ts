import type { Core } from '@strapi/strapi';

export default ({ env }: Core.Config.Shared.ConfigParams) => ({
  host: env('HOST', 'localhost'),
  port: env.int('PORT', 1337),
  // Tests keep what they upload elsewhere.
  dirs: { public: env('PUBLIC_FOLDER', './public') },
  app: { keys: ['demo-key-one', 'demo-key-two'] },
});
