import { PLUGIN_ID } from '../constants';
import type { DescribedType } from './describe';

/** Keys that take a list, be it of one field. */
const LISTS = new Set(['topics']);

/** A text as Prettier would write it in a configuration. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const written = (key: string, from: readonly string[]): string => {
  const [first = ''] = from;
  return from.length === 1 && !LISTS.has(key) ? quoted(first) : `[${from.map(quoted).join(', ')}]`;
};

/** A proposed mapping, to copy into `config/plugins`. */
export interface ConfigurationText {
  typescript: string;
  javascript: string;
}

/**
 * A mapping that was guessed, as the option `sources` that says the same.
 *
 * @param others sources that are published without being named, and would no longer be
 */
export const configurationText = (
  { contentType, parts }: Pick<DescribedType, 'contentType' | 'parts'>,
  others: readonly string[] = [],
): ConfigurationText => {
  const mapping = [
    ...others.map((other) => `  ${quoted(other)}: {},`),
    `  ${quoted(contentType)}: {`,
    ...parts
      .filter(({ from }) => from.length > 0)
      .map(({ key, from }) => `    ${key}: ${written(key, from)},`),
    '  },',
  ].join('\n');
  return {
    typescript: [
      `import { defineSources } from 'strapi-plugin-${PLUGIN_ID}/strapi-server';`,
      '',
      `sources: defineSources({\n${mapping}\n}),`,
      '',
    ].join('\n'),
    javascript: `sources: {\n${mapping}\n},\n`,
  };
};
