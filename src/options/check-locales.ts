import { z } from 'zod';

import { isLanguage } from '../texts/language';
import { type LocaleOptions, type LocalesOption, publishedLocales } from './locales';
import { didYouMeanOneOf, show } from '../lib/messages';
import { isObject } from '../lib/is-object';

/** Marks an issue whose message says it all. */
const EXPLAINED = { explained: true };

/** An object of which a function says what is wrong, in sentences of its own. */
export const explained = (check: (value: Record<string, unknown>) => string[]) =>
  z.record(z.string(), z.unknown()).superRefine((value, { addIssue }) => {
    for (const message of check(value)) addIssue({ code: 'custom', message, params: EXPLAINED });
  });

/** Whether the message of an issue says it all. */
export const isExplained = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params === EXPLAINED;

/** First parts of addresses that are the plugin's own, whatever is published. */
const OWN = ['page', 'archive', 'subscribe', 'sitemap', 'tags', 'posts', 'previews'];

/** As Strapi has them: "en", "pt-BR", "zh-Hans-CN". */
const isCode = (code: string): boolean => /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(code);

/** A path of one or several parts, without a final slash, as the URL standard writes it. */
export const isLocalePath = (path: string): boolean =>
  path === '' ||
  (/^(?:\/[\w\-.~]+)+$/.test(path) && new URL(path, 'http://localhost').pathname === path);

/** Whether one path is the other, or below it; Strapi's router knows no upper case. */
const isBelow = (path: string, other: string): boolean =>
  `${path}/`.toLowerCase().startsWith(`${other}/`.toLowerCase());

const checkPaths = (locales: LocalesOption): string[] => {
  const published = publishedLocales(locales) ?? [];
  return published.flatMap(({ code, path }, place) => {
    const [, first = ''] = path.toLowerCase().split('/');
    if (OWN.includes(first) || first.includes('.'))
      return `${show(code)}: "path" was ${show(path)}, where the plugin has addresses of its own. Allowed: another path, for example "/${code.toLowerCase()}".`;
    const other = published.find(
      (candidate, index) =>
        index < place &&
        (candidate.path === path ||
          (candidate.path !== '' &&
            path !== '' &&
            (isBelow(path, candidate.path) || isBelow(candidate.path, path)))),
    );
    return other
      ? `${show(code)}: "path" was ${show(path)}, where ${show(other.code)} is. Allowed: a path for each locale, for example "/${code.toLowerCase()}".`
      : [];
  });
};

/** Two locales of one language would name two addresses for it (RFC 4287, 4.1.1). */
const checkLanguages = (locales: LocalesOption): string[] => {
  const known = new Map<string, string>();
  return Object.entries(locales).flatMap(([code, { language = code }]) => {
    const other = known.get(language.toLowerCase());
    known.set(language.toLowerCase(), code);
    return other === undefined
      ? []
      : `${show(code)}: "language" is ${show(language)}, which ${show(other)} is in. Allowed: a language for each locale, for example "en-GB".`;
  });
};

/**
 * What is wrong with the option `locales`, before anything is known of Strapi's.
 *
 * @param schemas of what a locale may have like the whole site
 */
export const checkLocales = (
  locales: Record<string, unknown>,
  schemas: Record<keyof LocaleOptions, z.ZodType>,
): string[] => {
  const names = Object.keys(schemas);
  if (Object.keys(locales).length === 0) return ['names no locale. Allowed: one at least.'];
  const wrong = Object.entries(locales).flatMap(([code, options]): string[] => {
    if (!isCode(code)) {
      return [`${show(code)} is no code of a locale. Allowed: one of Strapi's, such as "de".`];
    }
    if (!isObject(options)) {
      return [`${show(code)} was ${show(options)}. Allowed: an object, for example {}.`];
    }
    const problems = Object.entries(options).flatMap(([name, value]): string[] => {
      if (value === undefined) return [];
      const schema = schemas[name as keyof LocaleOptions] as z.ZodType | undefined;
      if (!schema) {
        const question = didYouMeanOneOf(name, names);
        return [
          `${show(code)}: there is nothing called ${show(name)}.${question || ` Allowed: ${names.join(', ')}.`}`,
        ];
      }
      const result = schema.safeParse(value);
      if (result.success) return [];
      const { issues } = result.error;
      if (issues.every(isExplained))
        return issues.map(({ message }) => `${show(code)}: ${message}`);
      return [
        `${show(code)}: ${show(name)} was ${show(value)}. Allowed: ${schema.description ?? ''}.`,
      ];
    });
    if (options.language === undefined && !isLanguage(code)) {
      problems.push(
        `${show(code)} is no language tag. Allowed: its "language" beside it, for example { language: "en" }.`,
      );
    }
    return problems;
  });
  const given = locales as LocalesOption;
  return wrong.length > 0 ? wrong : [...checkPaths(given), ...checkLanguages(given)];
};
