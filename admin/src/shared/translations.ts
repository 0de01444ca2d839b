import { ARTICLE_UID, PLUGIN_ID, TAG_UID } from '../../../src/lib/constants';
import en from '../translations/en.json';

type Texts = Record<string, string>;

const DISPLAY_NAMES: Record<string, string | undefined> = {
  article: en['content-types.article'],
  tag: en['content-types.tag'],
};

/** Literal imports, so that each language is a chunk; English is bundled anyway, as the fallback. */
const LANGUAGES: Record<string, () => Promise<{ default: Texts }>> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('../translations/de.json'),
  es: () => import('../translations/es.json'),
  fr: () => import('../translations/fr.json'),
  id: () => import('../translations/id.json'),
};

/** Strapi's translation key for the name of one of our content types or fields; undefined for other keys. */
const strapiId = (key: string): string | undefined => {
  const [, type, field, help] = /^content-types\.(\w+)(?:\.(\w+))?(\.help)?$/.exec(key) ?? [];
  if (!type || help) return undefined;
  const uid = type === 'article' ? ARTICLE_UID : TAG_UID;
  // Strapi uses the English name of a type as the key.
  return field ? `content-manager.content-types.${uid}.${field}` : DISPLAY_NAMES[type];
};

/** English labels of our own fields, by Strapi's translation keys. */
export const ownLabels: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(en).flatMap(([key, text]) => {
    const id = strapiId(key);
    return id === undefined ? [] : [[id, text]];
  }),
);

/** The plugin's texts by translation key; empty for an unknown language. */
export const loadTranslation = async (locale: string): Promise<Texts> => {
  const load = LANGUAGES[locale];
  if (!load) return {};
  const { default: texts } = await load();
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => {
      const id = strapiId(key);
      // In English, keep the Content Manager's labels, which an administrator may have changed.
      return id === undefined
        ? [[`${PLUGIN_ID}.${key}`, text]]
        : locale === 'en'
          ? []
          : [[id, text]];
    }),
  );
};
