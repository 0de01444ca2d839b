/** Languages of the admin panel that the plugin speaks, beside English. */
export default {
  config: { locales: ['de', 'es', 'fr', 'id'] },
  bootstrap(): void {},
};
