/**
 * Writes the types of a project as Strapi's own generator makes them. In a process of its own: it
 * formats them by a module that jest's contexts cannot load.
 *
 * Usage: node generate-types.cjs <folder> < schemas
 */
const { readFileSync } = require('node:fs');

const { generators } = require('@strapi/typescript-utils');

const { contentTypes, components } = JSON.parse(readFileSync(0, 'utf8'));

const named = (schemas, modelType) =>
  Object.fromEntries(
    Object.entries(schemas).map(([uid, schema]) => [uid, { ...schema, uid, modelType }]),
  );

generators.generate({
  pwd: process.argv[2],
  strapi: {
    contentTypes: named(contentTypes, 'contentType'),
    components: named(components, 'component'),
  },
  artifacts: { contentTypes: true, components: true },
  logger: { silent: true },
});
