import { validateOptions } from '../../src/options/config';

/** What the start says of options that it refuses, in sentences. */
export const refusedOptions = (options: object): string[] => {
  try {
    validateOptions(options);
    return [];
  } catch (error) {
    const said = (error as Error).message.replace('Error regarding syndication config:', '');
    return said.split(/\n- |^ /).slice(1);
  }
};
