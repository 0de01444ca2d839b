/** Localises a content type: the named fields say something else in each language, all others the same. */
const localise = (schema, fields) => {
  const localised = (part) => ({
    ...part,
    pluginOptions: { ...part.pluginOptions, i18n: { localized: true } },
  });
  for (const field of fields) schema.attributes[field] = localised(schema.attributes[field]);
  Object.assign(schema, localised(schema));
};

module.exports = (plugin) => {
  const { article, tag } = plugin.contentTypes;

  localise(article.schema, ['title', 'slug', 'date', 'summary', 'body', 'keepOutOfFeeds']);
  localise(tag.schema, ['name', 'slug', 'title', 'description', 'hidden']);

  return plugin;
};
