/** Permission actions shown in Settings > Roles. Their ids are `PERMISSIONS` in the constants. */
export const ACTIONS = [
  {
    section: 'plugins',
    subCategory: 'tags',
    displayName: 'Merge tags',
    uid: 'tags.merge',
    pluginName: 'syndication',
  },
];
