import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

/** Caches the rules: reading them again takes half of the time for a page. */
class RulesReadOnce extends StaticConfigLoader {
  #rules?: ReturnType<StaticConfigLoader['getConfigFor']>;

  override getConfigFor(page: string, more?: ConfigData) {
    return (this.#rules ??= super.getConfigFor(page, more));
  }
}

/**
 * The recommended rules, except for matters of style: the pages write `<!doctype html>` and `<br/>`, and an editor's
 * long title or unspaced telephone number is no fault of the page.
 */
const validator = new HtmlValidate(
  new RulesReadOnce({
    extends: ['html-validate:recommended'],
    elements: ['html5'],
    rules: {
      'void-style': ['error', { style: 'selfclosing' }],
      'doctype-style': ['error', { style: 'lowercase' }],
      'long-title': 'off',
      'tel-non-breaking': 'off',
    },
  }),
);

/** Problems of an HTML document; empty if it is valid. */
export const htmlProblems = async (html: string): Promise<string[]> => {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
};

/** Number of start tags with a name in an HTML document. */
export const countElements = (html: string, name: string): number =>
  html.match(new RegExp(`<${name}[\\s>/]`, 'g'))?.length ?? 0;
