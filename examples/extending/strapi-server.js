// Copy to src/extensions/syndication/strapi-server.js. For a TypeScript project, see docs/extending.md.
'use strict';

module.exports = (plugin) => {
  const { article, tag } = plugin.contentTypes;

  // Add attributes one by one: a new object assigned to `attributes` would remove all others.
  article.schema.attributes.subtitle = { type: 'string', maxLength: 255 };
  tag.schema.attributes.color = { type: 'string', regex: '^#[0-9a-f]{6}$' };

  return plugin;
};
