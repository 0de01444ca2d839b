import path from 'node:path';

import type { SyndicationOptions } from 'strapi-plugin-syndication/strapi-server';

const syndication: SyndicationOptions = {
  baseUrl: process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 1337}`,
  siteName: 'Field Notes',
  language: 'en',
  timeZone: 'Asia/Jakarta',
};

export default {
  syndication: {
    enabled: true,
    // The plugin of this repository; an app of your own has it from npm and needs no `resolve`.
    resolve: path.resolve(process.cwd(), '..'),
    config: syndication,
  },
  'users-permissions': { config: { jwtSecret: 'demo-jwt-secret' } },
};
