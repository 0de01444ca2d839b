import { isHtml } from '../html';
import type { PartModels, SafeTemplate, SafeTemplates } from '../model';
import { PARTS, type Template, type Templates } from '.';
import { show } from '../../lib/show';

/**
 * A style sheet that cannot end the element it is in, with line ends as an HTML parser has them: the
 * policy names its hash.
 */
const withinStyle = (style: string): string =>
  style.replaceAll(/\r\n?/g, '\n').replaceAll('</', '<\\/');

/**
 * The site's templates, as the renderer takes them: of one that throws, or returns no HTML, nothing comes,
 * and the part is drawn as without it.
 *
 * @param onError told of the first failure of each
 */
export const createSafeTemplates = (
  { style, contentSecurityPolicy, ...templates }: Partial<Templates>,
  onError: (error: Error) => void,
): SafeTemplates => {
  const failed = new Set<string>();

  const attempt = (name: string, make: () => unknown): string | undefined => {
    try {
      const made = make();
      if (typeof made === 'string' || isHtml(made)) return String(made);
      // Nobody awaits what comes of a promise: rejected, it would end the process.
      Promise.resolve(made).catch(() => undefined);
      throw new TypeError(`It returned no HTML but ${show(made)}.`);
    } catch (error) {
      if (!failed.has(name)) {
        const cause = error instanceof Error ? error : new Error(String(error));
        onError(new Error(`The template ${show(name)} failed: ${cause.message}`, { cause }));
      }
      failed.add(name);
      return undefined;
    }
  };

  const guard =
    <Name extends keyof PartModels>(
      name: Name,
      template: Template<PartModels[Name]>,
    ): SafeTemplate<PartModels[Name]> =>
    (model, context) =>
      attempt(name, () => template(model, context));

  const guarded = Object.fromEntries(
    PARTS.flatMap((name) => {
      const template = templates[name] as Template<PartModels[typeof name]> | undefined;
      return template ? [[name, guard(name, template)]] : [];
    }),
  ) as SafeTemplates;

  return {
    ...guarded,
    contentSecurityPolicy,
    ...(style !== undefined && {
      style: (own, appearance) =>
        withinStyle(
          typeof style === 'string'
            ? `${own}\n${style}`
            : (attempt('style', () => style(own, appearance)) ?? own),
        ),
    }),
  };
};
