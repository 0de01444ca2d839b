import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { createIntl } from 'react-intl';
import type { Page } from 'playwright-core';

/** Languages of the panel into which the plugin is translated. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'id'] as const;
export type Language = (typeof LANGUAGES)[number];

type Texts = Record<string, string>;

/** Node's `require`: Strapi's packages do not export the modules with their texts. */
const loadFile = createRequire(__filename);

const ADMIN = path.resolve(__dirname, '../../admin/src');

const ownTexts = (language: string): Texts =>
  JSON.parse(readFileSync(path.join(ADMIN, `translations/${language}.json`), 'utf8')) as Texts;

const strapiTexts = (name: string, folder: string, language: string): Texts => {
  const { dir } = path.parse(require.resolve(`@strapi/${name}/package.json`));
  const file = path.join(dir, folder, `translations/${language}.json.js`);
  return (loadFile(file) as { default: Texts }).default;
};

/** Strapi's texts in a language, by translation key. */
const textsOfStrapi = (language: string): Texts => ({
  ...strapiTexts('admin', 'dist/admin/admin/src', language),
  ...Object.fromEntries(
    Object.entries(strapiTexts('content-manager', 'dist/admin', language)).map(([key, text]) => [
      `content-manager.${key}`,
      text,
    ]),
  ),
});

type Values = Record<string, string | number>;

/** Texts of the panel in a language. */
export interface Words {
  language: Language;
  /** A text of the plugin; every translation is complete. */
  say: (key: string, values?: Values) => string;
  /** A text of Strapi's; English if the translation lacks it. */
  strapi: (id: string, values?: Values) => string;
  /** A moment as the panel shows it, in the time zone of the demo's site. */
  date: (iso: string) => string;
  /** The same with the time zone, as in a date field. */
  inZone: (iso: string) => string;
}

const ZONE = 'Asia/Jakarta';

/** Texts of the panel in a language, by translation key. */
export const wordsIn = (language: Language): Words => {
  const onError = (error: Error): never => {
    throw error;
  };
  const own = createIntl({ locale: language, messages: ownTexts(language), onError });
  const messages = { ...textsOfStrapi('en'), ...textsOfStrapi(language) };
  const strapi = createIntl({ locale: language, messages, onError });
  const dates = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: ZONE,
  });
  return {
    language,
    say: (key, values) => own.formatMessage({ id: key }, values),
    strapi: (id, values) => strapi.formatMessage({ id }, values),
    date: (iso) => dates.format(new Date(iso)),
    inZone: (iso) => `${dates.format(new Date(iso))} (${ZONE})`,
  };
};

/** Matches a label, with or without the mark of a required field. */
export const labelled = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[\\s*]*$`);

/** English texts without values that the language translates: none of them may appear in it. */
const foreignTexts = (language: Language): Set<string> => {
  const english = Object.entries(ownTexts('en'));
  const texts = ownTexts(language);
  // Strapi shows untranslated texts in English, and one may equal a text of ours ("Code").
  const strapi = { ...textsOfStrapi('en'), ...textsOfStrapi(language) };
  const own = new Set([...Object.values(texts), ...Object.values(strapi)]);
  return new Set(
    english.flatMap(([key, text]) =>
      texts[key] !== text && !own.has(text) && !text.includes('{') ? [text] : [],
    ),
  );
};

/** Lines of a page in English that the language has a translation for. */
export const untranslated = async (page: Page, language: Language): Promise<string[]> => {
  const foreign = foreignTexts(language);
  const text = (await page.evaluate('document.body.innerText')) as string;
  return text.split('\n').filter((line) => foreign.has(line.trim()));
};
