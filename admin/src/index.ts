import type { StrapiApp } from '@strapi/strapi/admin';

import { PLUGIN_ID } from '../../src/constants';
import { ArticlePanel } from './features/article-panel';
import { FeedIcon } from './shared/feed-icon';
import { FEEDS_PERMISSIONS, SETTINGS_PERMISSIONS } from './shared/permissions';
import { loadTranslation } from './shared/translations';
import en from './translations/en.json';

const name = { id: `${PLUGIN_ID}.plugin.name`, defaultMessage: en['plugin.name'] };

export default {
  register(app: StrapiApp): void {
    app.registerPlugin({ id: PLUGIN_ID, name: PLUGIN_ID });

    app.addMenuLink({
      to: `plugins/${PLUGIN_ID}`,
      icon: FeedIcon,
      intlLabel: { id: `${PLUGIN_ID}.feeds.title`, defaultMessage: en['feeds.title'] },
      permissions: FEEDS_PERMISSIONS,
      Component: async () => ({ default: (await import('./features/feeds')).FeedsApp }),
    });

    app.addSettingsLink('global', {
      id: PLUGIN_ID,
      to: PLUGIN_ID,
      intlLabel: name,
      permissions: SETTINGS_PERMISSIONS,
      Component: async () => ({
        default: (await import('./features/settings')).ProtectedSettingsPage,
      }),
    });

    const { apis } = app.getPlugin('content-manager');
    if (typeof apis.addEditViewSidePanel === 'function') apis.addEditViewSidePanel([ArticlePanel]);
  },

  registerTrads: ({ locales }: { locales: string[] }) =>
    Promise.all(locales.map(async (locale) => ({ locale, data: await loadTranslation(locale) }))),
};
