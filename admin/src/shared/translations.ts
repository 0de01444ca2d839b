import { ARTICLE_UID, PLUGIN_ID, TAG_UID } from '../../../src/lib/constants';
import en from '../translations/en.json';

type Texts = Record<string, string>;

const DISPLAY_NAMES: Record<string, string | undefined> = {
  article: en['content-types.article'],
  tag: en['content-types.tag'],
};

/** Spelled out, so that each is a file of its own; English is there anyway, as what to fall back on. */
const LANGUAGES: Record<string, () => Promise<{ default: Texts }>> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('../translations/de.json'),
  es: () => import('../translations/es.json'),
  fr: () => import('../translations/fr.json'),
  id: () => import('../translations/id.json'),
};

/** Names of our content types and of their fields, under the ids that Strapi has for them. */
const strapiId = (key: string): string | undefined => {
  const [, type, field, help] = /^content-types\.(\w+)(?:\.(\w+))?(\.help)?$/.exec(key) ?? [];
  if (!type || help) return undefined;
  const uid = type === 'article' ? ARTICLE_UID : TAG_UID;
  // A type's id is its name in English.
  return field ? `content-manager.content-types.${uid}.${field}` : DISPLAY_NAMES[type];
};

/** Labels of our own fields in English, by the ids that Strapi has for them. */
export const ownLabels: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(en).flatMap(([key, text]) => {
    const id = strapiId(key);
    return id === undefined ? [] : [[id, text]];
  }),
);

/** Texts of the plugin under the ids by which the panel finds them; none for an unknown language. */
export const loadTranslation = async (locale: string): Promise<Texts> => {
  const load = LANGUAGES[locale];
  if (!load) return {};
  const { default: texts } = await load();
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => {
      const id = strapiId(key);
      // In English, the Content Manager's own labels stand, which an administrator may have changed.
      return id === undefined
        ? [[`${PLUGIN_ID}.${key}`, text]]
        : locale === 'en'
          ? []
          : [[id, text]];
    }),
  );
};
