import { articleForm, tagForm } from '../../../../src/own-types/content-manager';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import en from '../../translations/en.json';

interface Help {
  edit: { label: string; description?: string };
}

/** The types whose fields have texts of ours, with what the Content Manager keeps of each at first. */
const TYPES: { name: string; metadatas: Record<string, Help | undefined> }[] = [
  { name: 'article', metadatas: articleForm.metadatas },
  { name: 'tag', metadatas: tagForm.metadatas },
];

/** Fields whose help says what numbers mean: Strapi would write those it takes ahead of it. */
const EXPLAINED = ['itemsPerFeed'];

const isKey = (key: string): key is TranslationKey => key in en;

const Text = ({ name }: { name: TranslationKey }) => <>{useTranslation()(name)}</>;

interface LayoutField {
  name: string;
  hint?: React.ReactNode;
  attribute: { min?: number; max?: number };
}

interface EditView {
  layout: { layout: LayoutField[][][] };
}

/**
 * Shows the help of our fields in the user's language, unless somebody wrote another. For Strapi's
 * hook of edit views: it translates labels by itself, and leaves help as it is kept.
 */
export const translateHelp = <View extends EditView>(view: View): View => {
  const translate = (field: LayoutField): LayoutField => {
    const { name, hint, attribute } = field;
    // A layout does not name its type, and one in a dialog is not that of the address: what it says tells.
    const type = TYPES.find(({ metadatas }) => hint && hint === metadatas[name]?.edit.description);
    const key = `content-types.${type?.name}.${name}.help`;
    if (!isKey(key)) return field;
    const explained = { ...field, hint: <Text name={key} /> };
    return EXPLAINED.includes(name)
      ? { ...explained, attribute: { ...attribute, min: undefined, max: undefined } }
      : explained;
  };
  return {
    ...view,
    layout: {
      ...view.layout,
      layout: view.layout.layout.map((part) => part.map((row) => row.map(translate))),
    },
  };
};
