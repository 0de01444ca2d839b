// Copy to src/extensions/syndication/strapi-server.js. docs/extending.md has it for a TypeScript project.
'use strict';

module.exports = (plugin) => {
  const { article, tag } = plugin.contentTypes;

  // One attribute at a time: to assign a new object to `attributes` would remove all others.
  article.schema.attributes.subtitle = { type: 'string', maxLength: 255 };
  tag.schema.attributes.color = { type: 'string', regex: '^#[0-9a-f]{6}$' };

  return plugin;
};
