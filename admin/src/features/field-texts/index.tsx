import { ARTICLE_UID, TAG_UID } from '../../../../src/constants';
import article from '../../../../src/content-types/article/content-manager';
import tag from '../../../../src/content-types/tag/content-manager';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import en from '../../translations/en.json';

/** The types whose fields have texts of ours, with what the Content Manager keeps of each at first. */
const TYPES = {
  [ARTICLE_UID]: { name: 'article', metadatas: article.metadatas },
  [TAG_UID]: { name: 'tag', metadatas: tag.metadatas },
};

interface Help {
  edit: { label: string; description?: string };
}

const isKey = (key: string): key is TranslationKey => key in en;

const Text = ({ name }: { name: TranslationKey }) => <>{useTranslation()(name)}</>;

interface LayoutField {
  name: string;
  hint?: React.ReactNode;
}

interface EditView {
  layout: { layout: LayoutField[][][] };
}

/** Content type of the edit view that is open: its layout does not name it. */
const openType = () =>
  Object.entries(TYPES).find(([uid]) => window.location.pathname.includes(`/${uid}`))?.[1];

/**
 * Shows the help of our fields in the user's language, unless somebody wrote another. For Strapi's
 * hook of edit views: it translates labels by itself, and leaves help as it is kept.
 */
export const translateHelp = <View extends EditView>(view: View): View => {
  const type = openType();
  if (!type) return view;
  const metadatas: Record<string, Help | undefined> = type.metadatas;
  const translate = (field: LayoutField): LayoutField => {
    const key = `content-types.${type.name}.${field.name}.help`;
    const isOurs = field.hint && field.hint === metadatas[field.name]?.edit.description;
    return isOurs && isKey(key) ? { ...field, hint: <Text name={key} /> } : field;
  };
  return {
    ...view,
    layout: {
      ...view.layout,
      layout: view.layout.layout.map((part) => part.map((row) => row.map(translate))),
    },
  };
};
