/**
 * An error that stops the start for what the developer of the site has to put right, one reason a
 * line. Without a stack, which Strapi would print below it: nothing in the plugin's code is wrong.
 */
export const startError = (heading: string, reasons: string[], advice: string[] = []): Error => {
  const message =
    reasons.length === 1 && advice.length === 0
      ? `${heading} ${reasons[0]}`
      : [heading, ...reasons.map((reason) => `- ${reason}`), ...advice].join('\n');
  const error = new Error(message);
  error.stack = '';
  return error;
};
