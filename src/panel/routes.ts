import type { Core } from '@strapi/strapi';

import { PERMISSIONS } from '../lib/constants';
import { appearance, ids, settings } from './settings';
import { attention } from './attention';
import { deliveries } from './deliveries';
import { entries } from './entry-views';
import { laterSaves, namesakes, schedule, slugs } from './content-manager';
import { feeds } from './feed-details';
import { previews } from './previews';
import type { CreateHandler } from './panel';
import { sources } from './source-list';
import { tags } from './tag-merge';
import { takeOver } from './take-over';
import { topics } from './topic-details';

type Permission = (typeof PERMISSIONS)[keyof typeof PERMISSIONS];

/** No permission for the route: its handler checks what the user may see. */
const EVERY_USER = 'every user';

const route = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  answer: CreateHandler,
  permission: Permission | typeof EVERY_USER,
) => ({
  method,
  path,
  answer,
  config: {
    policies: [
      'admin::isAuthenticatedAdmin',
      ...(permission === EVERY_USER
        ? []
        : [{ name: 'admin::hasPermissions', config: { actions: [permission] } }]),
    ],
  },
});

const ROUTES = [
  route('GET', '/appearance', appearance.find, PERMISSIONS.updateSettings),
  route('PUT', '/appearance', appearance.update, PERMISSIONS.updateSettings),
  route('POST', '/appearance/preview', appearance.preview, PERMISSIONS.updateSettings),
  route('GET', '/attention', attention.find, PERMISSIONS.readProblems),
  route('GET', '/deliveries', deliveries.find, PERMISSIONS.updateSettings),
  route('POST', '/deliveries/:id/again', deliveries.again, PERMISSIONS.updateSettings),
  route('GET', '/deliveries/entry', deliveries.findOfEntry, PERMISSIONS.readFeeds),
  route('GET', '/entries', entries.find, PERMISSIONS.readFeeds),
  route('GET', '/entries/calendar', entries.findCalendar, PERMISSIONS.readFeeds),
  route('GET', '/feeds', feeds.find, PERMISSIONS.readFeeds),
  route('GET', '/feeds/:id', feeds.findOne, PERMISSIONS.readFeeds),
  route('GET', '/feeds/:id/problems', feeds.findProblems, PERMISSIONS.readProblems),
  route('GET', '/health', feeds.findHealth, PERMISSIONS.readProblems),
  route('POST', '/ids/reset', ids.reset, PERMISSIONS.resetIds),
  route('GET', '/later-saves/:contentType/:documentId', laterSaves.find, PERMISSIONS.readFeeds),
  route('POST', '/previews', previews.create, PERMISSIONS.readFeeds),
  route('GET', '/previews/address', previews.share, PERMISSIONS.sharePreviews),
  // Every user who writes dates has to know what they mean. The handler checks which articles the user may read.
  route('GET', '/schedule', schedule.find, EVERY_USER),
  // For users who may write entries of the type: the handler checks.
  route('POST', '/slugs', slugs.preview, EVERY_USER),
  route('GET', '/settings', settings.find, PERMISSIONS.updateSettings),
  route('PUT', '/settings', settings.update, PERMISSIONS.updateSettings),
  route('POST', '/settings/preview', settings.preview, PERMISSIONS.updateSettings),
  route('GET', '/sources', sources.find, PERMISSIONS.updateSettings),
  route('GET', '/take-over', takeOver.find, PERMISSIONS.resetIds),
  route('POST', '/take-over', takeOver.apply, PERMISSIONS.resetIds),
  route('POST', '/take-over/propose', takeOver.propose, PERMISSIONS.resetIds),
  route('POST', '/take-over/undo', takeOver.undo, PERMISSIONS.resetIds),
  // For users who may write tags, and about tags that they may read: the handler checks.
  route('GET', '/tags/namesake', namesakes.find, EVERY_USER),
  route('GET', '/tags/:documentId/merge', tags.previewMerge, PERMISSIONS.mergeTags),
  route('POST', '/tags/:documentId/merge', tags.merge, PERMISSIONS.mergeTags),
  route('GET', '/topics/:contentType/:documentId', topics.findOne, PERMISSIONS.readFeeds),
  route('GET', '/types', topics.findTypes, EVERY_USER),
];

/** Routes of the admin panel, below `/syndication`. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  type: 'admin',
  routes: ROUTES.map(({ answer, ...asked }) => ({ ...asked, handler: answer(strapi) })),
});
