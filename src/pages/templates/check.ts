import { PARTS, POLICY_DIRECTIVES, TEMPLATE_MODEL } from '.';
import { documentation, didYouMeanOneOf, show } from '../../lib/messages';

const NAMES = ['model', ...PARTS, 'style', 'contentSecurityPolicy'];

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** A source expression: what would end it, or its directive or header, is none. */
const isSource = (value: unknown): boolean =>
  typeof value === 'string' && /^[^\s;,]+$/.test(value) && /^[\x21-\x7e]+$/.test(value);

const checkPolicy = (policy: unknown): string[] => {
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) {
    return [
      `"contentSecurityPolicy" was ${show(policy)}. Allowed: lists of sources by directive, for example { "font-src": ["'self'"] }.`,
    ];
  }
  return Object.entries(policy).flatMap(([directive, sources]) => {
    if (!POLICY_DIRECTIVES.includes(directive)) {
      const question =
        didYouMeanOneOf(directive, POLICY_DIRECTIVES) ||
        ` Allowed: ${POLICY_DIRECTIVES.join(', ')}.`;
      return [`"contentSecurityPolicy" takes no directive ${show(directive)}.${question}`];
    }
    return Array.isArray(sources) && sources.every(isSource)
      ? []
      : [
          `"${directive}" of "contentSecurityPolicy" was ${show(sources)}. Allowed: a list of sources without spaces, for example ["'self'", "https://fonts.example.com"].`,
        ];
  });
};

const checkPart = (name: string, value: unknown): string[] => {
  if (value === undefined) return [];
  switch (name) {
    case 'model':
      return [];
    case 'contentSecurityPolicy':
      return checkPolicy(value);
    case 'style':
      return typeof value === 'string' || isFunction(value)
        ? []
        : [`"style" was ${show(value)}. Allowed: a style sheet, or a function.`];
    default:
      return isFunction(value)
        ? []
        : [`${show(name)} was ${show(value)}. Allowed: a function from a model to HTML.`];
  }
};

/** What is wrong with the option `templates`, in sentences. */
export const checkTemplates = (templates: Readonly<Record<string, unknown>>): string[] => [
  ...(templates.model === TEMPLATE_MODEL
    ? []
    : [
        `"model" was ${show(templates.model)}. Allowed: ${TEMPLATE_MODEL}, the version of the models that templates get; see ${documentation('templates')}.`,
      ]),
  ...Object.entries(templates).flatMap(([name, value]) => {
    if (NAMES.includes(name)) return checkPart(name, value);
    const question = didYouMeanOneOf(name, NAMES) || ` Allowed: ${NAMES.join(', ')}.`;
    return [`There is no template ${show(name)}.${question}`];
  }),
];
