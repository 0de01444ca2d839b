import type { Republishing } from '../../../../src/options/options';
import type { TranslationKey } from '../../shared/use-translation';
import type { Choice } from './send-choice';

/** What buttons that publish otherwise than Strapi's are called. */
export const LABELS: Record<Choice, TranslationKey> = {
  tell: 'republishing.tellToo',
  quietly: 'republishing.quietly',
};

/** What "Publish" does by a setting, and the other choice; none where it asks. */
export const choices = (republishing: Republishing): { first: Choice; other?: Choice } => {
  if (republishing === 'ask') return { first: 'tell' };
  return republishing === 'tell'
    ? { first: 'tell', other: 'quietly' }
    : { first: 'quietly', other: 'tell' };
};
