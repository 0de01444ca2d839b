import path from 'node:path';

import type { SyndicationOptions } from 'strapi-plugin-syndication/strapi-server';

/** What the demo publishes beside the plugin's own articles; tests of the panel do without. */
const guides: SyndicationOptions = {
  sources: { 'plugin::syndication.article': {}, 'api::guide.guide': { date: 'date' } },
  pages: { 'api::about.about': {} },
  // What people try has the items of the contract.
  itemDetails: process.env.DEMO_CONTENT === 'all',
  locales: {
    en: { description: 'Short, practical notes on calling, testing and running web APIs.' },
    de: {
      path: '/de',
      siteName: 'Feldnotizen',
      description: 'Kurze, praktische Texte über das Entwerfen und Betreiben von Web-APIs.',
      // The logo says "Field Notes"; without one, pages show the name.
      appearance: {
        logo: null,
        logoDark: null,
        headerLinks: [
          { label: 'Anleitungen', address: '/de/guides/' },
          { label: 'Archiv', address: '/de/archive/' },
          { label: 'English', address: '/' },
        ],
        footerLinks: [
          { label: 'Über Feldnotizen', address: '/de/about/' },
          { label: 'Impressum', address: '/de/about/#impressum' },
          { label: 'Abonnieren', address: '/de/subscribe/' },
        ],
        footer: 'Feldnotizen zeigt, was strapi-plugin-syndication kann.',
      },
    },
  },
};

const syndication: SyndicationOptions = {
  baseUrl: process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 1337}`,
  siteName: 'Field Notes',
  language: 'en',
  timeZone: 'Asia/Jakarta',
  ...(process.env.DEMO_CONTENT === 'articles' ? {} : guides),
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
