import { PLUGIN_ID } from '../../../src/constants';
import en from '../translations/en.json';

type Texts = Record<string, string>;

/** Spelled out, so that each is a file of its own; English is there anyway, as what to fall back on. */
const LANGUAGES: Record<string, () => Promise<{ default: Texts }>> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('../translations/de.json'),
  es: () => import('../translations/es.json'),
  fr: () => import('../translations/fr.json'),
  id: () => import('../translations/id.json'),
};

/** Texts of the plugin under the ids by which the panel finds them; none for an unknown language. */
export const loadTranslation = async (locale: string): Promise<Texts> => {
  const load = LANGUAGES[locale];
  if (!load) return {};
  const { default: texts } = await load();
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [`${PLUGIN_ID}.${key}`, text]),
  );
};
