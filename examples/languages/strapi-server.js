/** Localises a content type: the named fields have a value for each locale, all others one for all. */
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
