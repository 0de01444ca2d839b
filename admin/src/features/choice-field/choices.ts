import { PLUGIN_ID } from '../../../../src/constants';
import type { ItemContent } from '../../../../src/content/item-content';
import type { TranslationKey } from '../../shared/use-translation';

/** Name under which the panel knows the field. */
export const CHOICE_FIELD = 'syndication-choice';

/** What the choices of our own types are called: what their items hold is called as in the settings. */
export const CONTENT_LABELS: Record<ItemContent, TranslationKey> = {
  summary: 'settings.content.summary',
  full: 'settings.content.full',
};

interface ChoosingField {
  attribute: { pluginOptions?: object };
}

/** Whether a field of a list or a form is the one of a tag that says what its items hold. */
export const isContentOfTag = ({ attribute }: ChoosingField): boolean => {
  const options: Record<string, unknown> = { ...attribute.pluginOptions };
  const ours = options[PLUGIN_ID];
  return typeof ours === 'object' && ours !== null && 'choices' in ours;
};

/** What a value is called; undefined for one that is none of ours. */
export const contentLabel = (value: unknown): TranslationKey | undefined =>
  Object.entries(CONTENT_LABELS).find(([choice]) => choice === value)?.[1];
