import { validateOptions } from '../../src/options/config';

/** The plugin's errors about options at start, one sentence each; empty if they are valid. */
export const refusedOptions = (options: object): string[] => {
  try {
    validateOptions(options);
    return [];
  } catch (error) {
    const said = (error as Error).message.replace('Error regarding syndication config:', '');
    return said.split(/\n- |^ /).slice(1);
  }
};
