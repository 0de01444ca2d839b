/**
 * Writes a project's types with Strapi's generator. It runs in its own process, as the generator formats them
 * with a module that jest's contexts cannot load.
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
