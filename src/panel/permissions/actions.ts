/** Permission actions shown in Settings > Roles. Their ids are `PERMISSIONS` in the constants. */
export const ACTIONS = [
  {
    section: 'plugins',
    subCategory: 'feeds',
    displayName: 'See feeds and the preview of articles',
    uid: 'feeds.read',
    pluginName: 'syndication',
  },
  {
    section: 'plugins',
    subCategory: 'feeds',
    displayName: 'See problems of feeds and articles',
    uid: 'problems.read',
    pluginName: 'syndication',
  },
  {
    section: 'plugins',
    subCategory: 'feeds',
    displayName: 'Preview articles, and share previews with people without an account',
    uid: 'previews.share',
    pluginName: 'syndication',
  },
  {
    section: 'plugins',
    subCategory: 'tags',
    displayName: 'Merge tags',
    uid: 'tags.merge',
    pluginName: 'syndication',
  },
  {
    section: 'settings',
    category: 'syndication',
    subCategory: 'options',
    displayName: 'Change settings',
    uid: 'settings.update',
    pluginName: 'syndication',
  },
  {
    section: 'settings',
    category: 'syndication',
    subCategory: 'ids',
    displayName: 'Start the ids of articles and feeds over',
    uid: 'ids.reset',
    pluginName: 'syndication',
  },
];
