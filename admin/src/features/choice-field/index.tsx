import { InputRenderer } from '@strapi/strapi/admin';
import { Typography } from '@strapi/design-system';

import type { ItemContent } from '../../../../src/content/article';
import { type FieldProps, isContentOfTag } from '../../shared/edit-view';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

/** Labels of the choices, as in the settings. */
const LABELS: Record<ItemContent, TranslationKey> = {
  summary: 'settings.content.summary',
  full: 'settings.content.full',
};

/** The content of items in a tag's feeds. Strapi's own field would show the raw values. */
export const ChoiceField = ({ label, ...field }: FieldProps) => {
  const t = useTranslation();
  const options = Object.entries(LABELS).map(([value, text]) => ({ value, label: t(text) }));
  return <InputRenderer {...field} type="enumeration" label={label as string} options={options} />;
};

const Choice = ({ value }: { value: unknown }) => {
  const t = useTranslation();
  const key = LABELS[value as ItemContent] as TranslationKey | undefined;
  return <Typography textColor="neutral800">{t(key ?? 'choice.none')}</Typography>;
};

interface ListView {
  displayedHeaders: { name: string; attribute: { pluginOptions?: object } }[];
}

/** Shows the choices of tags by their labels in lists. For Strapi's hook of list views. */
export const nameChoices = <View extends ListView>(view: View): View => ({
  ...view,
  displayedHeaders: view.displayedHeaders.map((header) =>
    isContentOfTag(header.attribute.pluginOptions)
      ? {
          ...header,
          cellFormatter: (row: Record<string, unknown>) => <Choice value={row[header.name]} />,
        }
      : header,
  ),
});
