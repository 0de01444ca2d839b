import { createRequire } from 'node:module';
import path from 'node:path';

/** Node's own: it reaches what is loaded once for all test files. */
const load = createRequire(__filename);

/** Modules in which Strapi keeps what there is to read of a type's entries, by the type's name. */
const KEEPERS = [
  'core/dist/services/document-service/utils/populate.js',
  'content-manager/dist/server/services/utils/populate.js',
].map((file) => path.resolve(__dirname, '../../node_modules/@strapi', file));

/**
 * Lets the next app have types of its own. Strapi keeps for as long as its process runs which relations
 * and components a type has, since a process has one app. Of the next app's type of the same name, a
 * publication would leave out, without a word, whatever the type of the app before did not have.
 */
export const forgetTypes = (): void => {
  for (const file of KEEPERS) {
    const inUse = load(file) as object;
    const loaded = load.cache[file];
    delete load.cache[file];
    // Whoever has loaded it before asks it for its functions at each call.
    Object.assign(inUse, load(file));
    load.cache[file] = loaded;
  }
};
