import { Page, type StrapiApp } from '@strapi/strapi/admin';
import type { PuzzlePiece } from '@strapi/icons';
import * as React from 'react';

import { PERMISSIONS, PLUGIN_ID } from '../../src/lib/constants';
import { ArticlePanel } from './features/article-panel';
import { WarningPlace } from './features/article-panel/status';
import { BulkChangeAction } from './features/bulk-changes';
import { ChoiceField, nameChoices } from './features/choice-field';
import { DateField } from './features/date-field';
import { duplicateWithSlug } from './features/duplicate';
import {
  changeFields,
  CHOICE_FIELD,
  DATE_FIELD,
  SLUG_FIELD,
  TAG_NAME_FIELD,
} from './features/edit-form';
import { keepUnsavedValues } from './features/edit-form/keep-typed';
import { sendChoices } from './features/publishing/choices';
import { changePublish } from './features/publishing/edit-view';
import { addScheduledColumn, ListZone } from './features/schedule/list-column';
import { SlugField } from './features/slug-field';
import { StartWithTag } from './features/start-with-tag';
import { TagMergeAction } from './features/tag-merge';
import { TagNameField } from './features/tag-name';
import { explainDelete, explainDeleteInList } from './features/topic-delete';
import { TopicPanel } from './features/topic-panel';
import { feedList } from './shared/entry-addresses';
import { FeedIcon } from './shared/feed-icon';
import {
  FEEDS_PERMISSIONS,
  RESET_IDS_PERMISSIONS,
  SETTINGS_PERMISSIONS,
} from './shared/permissions';
import { keepUnsavedAtSignIn } from './shared/states';
import { loadTranslation } from './shared/translations';
import type { TranslationKey } from './shared/use-translation';
import en from './translations/en.json';

type Adder = 'addEditViewSidePanel' | 'addDocumentAction' | 'addBulkAction';

/** Name of the plugin for editors: in the menu, the side panels and the settings. */
const feeds = { id: `${PLUGIN_ID}.feeds.title`, defaultMessage: en['feeds.title'] };

/** A page in the plugin's section of the settings, for users with the permissions. */
const settingsPage = (
  name: string,
  title: TranslationKey,
  permissions: typeof SETTINGS_PERMISSIONS,
  load: () => Promise<{ default: React.ComponentType }>,
) => ({
  id: PLUGIN_ID + name,
  to: PLUGIN_ID + name,
  intlLabel: { id: `${PLUGIN_ID}.${title}`, defaultMessage: en[title] },
  permissions,
  // Not an async function: Strapi warns about those (strapi/admin, `core/apis/router`).
  Component: () =>
    load().then(({ default: Content }) => ({
      default: () =>
        React.createElement(Page.Protect, { permissions, children: React.createElement(Content) }),
    })),
});

export default {
  register(app: StrapiApp): void {
    keepUnsavedAtSignIn();
    app.registerPlugin({ id: PLUGIN_ID, name: PLUGIN_ID });

    app.addMenuLink({
      to: `plugins/${PLUGIN_ID}`,
      icon: FeedIcon,
      intlLabel: feeds,
      permissions: FEEDS_PERMISSIONS,
      Component: () => import('./features/feeds').then(({ FeedsApp }) => ({ default: FeedsApp })),
    });

    app.addSettingsLink({ id: PLUGIN_ID, intlLabel: feeds }, [
      settingsPage('', 'settings.title', SETTINGS_PERMISSIONS, () => import('./features/settings')),
      settingsPage(
        '-appearance',
        'appearance.title',
        SETTINGS_PERMISSIONS,
        () => import('./features/appearance'),
      ),
      settingsPage(
        '-sources',
        'sources.title',
        SETTINGS_PERMISSIONS,
        () => import('./features/sources'),
      ),
      settingsPage(
        '-take-over',
        'takeOver.title',
        RESET_IDS_PERMISSIONS,
        () => import('./features/take-over'),
      ),
    ]);

    app.widgets.register({
      id: 'overview',
      pluginId: PLUGIN_ID,
      icon: FeedIcon as typeof PuzzlePiece,
      title: { id: `${PLUGIN_ID}.widget.title`, defaultMessage: en['widget.title'] },
      link: {
        label: { id: `${PLUGIN_ID}.widget.open`, defaultMessage: en['widget.open'] },
        href: feedList,
      },
      component: () => import('./features/widget').then(({ FeedsWidget }) => FeedsWidget),
      permissions: [{ action: PERMISSIONS.readFeeds }],
    });

    // Strapi passes properties to a field, but its type declares a component without any.
    app.addFields({ type: SLUG_FIELD, Component: SlugField as React.ComponentType });
    app.addFields({ type: CHOICE_FIELD, Component: ChoiceField as React.ComponentType });
    app.addFields({ type: TAG_NAME_FIELD, Component: TagNameField as React.ComponentType });
    app.addFields({ type: DATE_FIELD, Component: DateField as React.ComponentType });

    // Strapi types `apis` as unknown values.
    const apis = app.getPlugin('content-manager').apis as Record<Adder, (given: unknown) => void>;
    apis.addEditViewSidePanel([ArticlePanel, TopicPanel]);
    apis.addDocumentAction([TagMergeAction]);
    apis.addDocumentAction(duplicateWithSlug);
    apis.addDocumentAction(changePublish);
    apis.addDocumentAction(explainDelete);
    apis.addBulkAction(explainDeleteInList);
    apis.addBulkAction([BulkChangeAction]);
  },

  bootstrap(app: Pick<StrapiApp, 'registerHook' | 'getPlugin'>): void {
    // In `bootstrap`, since Strapi's endpoints do not exist earlier.
    sendChoices();
    keepUnsavedValues();
    app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', changeFields);
    app.registerHook('Admin/CM/pages/ListView/inject-column-in-table', addScheduledColumn);
    app.registerHook('Admin/CM/pages/ListView/inject-column-in-table', nameChoices);
    const contentManager = app.getPlugin('content-manager');
    for (const [name, Component] of Object.entries({ StartWithTag, WarningPlace })) {
      contentManager.injectComponent('editView', 'right-links', {
        name: `${PLUGIN_ID}-${name}`,
        Component,
      });
    }
    contentManager.injectComponent('listView', 'actions', {
      name: `${PLUGIN_ID}-ListZone`,
      Component: ListZone,
    });
  },

  registerTrads: ({ locales }: { locales: string[] }) =>
    Promise.all(locales.map(async (locale) => ({ locale, data: await loadTranslation(locale) }))),
};
