import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import hi from './hi.json';
import id from './id.json';
import it from './it.json';
import ja from './ja.json';
import ko from './ko.json';
import nl from './nl.json';
import pl from './pl.json';
import ptPT from './pt-PT.json';
import pt from './pt.json';
import tr from './tr.json';
import uk from './uk.json';
import zhHans from './zh-Hans.json';
import zhHant from './zh-Hant.json';
import type { LanguageTexts } from './keys';

/** The texts, by language; Chinese by its script. */
export const LANGUAGES: Record<string, LanguageTexts> = {
  ar,
  de,
  en,
  es,
  fr,
  hi,
  id,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  'pt-PT': ptPT,
  tr,
  uk,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
};

/** The language of texts where there are none in the site's. */
export const FALLBACK_LANGUAGE = 'en';
