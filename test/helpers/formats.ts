import { readFileSync } from 'node:fs';
import path from 'node:path';

import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { validateXML } from 'xmllint-wasm';

const fixture = (name: string): string =>
  readFileSync(path.join(__dirname, '../fixtures', name), 'utf8');

const ajv = new Ajv({ allErrors: true });
addFormats(ajv);
const validateJson = ajv.compile(JSON.parse(fixture('json-feed-1.1.schema.json')) as object);

/** Errors of an Atom document by the schema of RFC 4287; empty if it is valid. */
export const atomErrors = async (document: string): Promise<string[]> => {
  const result = await validateXML({
    xml: [{ fileName: 'atom.xml', contents: document }],
    extension: 'relaxng',
    schema: [fixture('atom.rng')],
    maxMemoryPages: 4096,
  });
  return result.errors.map(({ rawMessage }) => rawMessage);
};

/** Errors of a document by JSON Feed 1.1; empty if it is valid. */
export const jsonFeedErrors = (document: string): string[] => {
  validateJson(JSON.parse(document));
  return (validateJson.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath} ${message}`,
  );
};
