import { validateOptions } from '../../src/options/config';

/** The plugin's errors about options at start, one sentence each; empty if they are valid. */
export const refusedOptions = (options: object): string[] => {
  try {
    validateOptions(options);
    return [];
  } catch (error) {
    const [, said] = (error as Error).message.split('Error regarding syndication config:');
    // Any other error is a fault of the check.
    if (said === undefined) throw error;
    return said.split(/\n- |^ /).slice(1);
  }
};
