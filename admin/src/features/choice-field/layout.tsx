import { Typography } from '@strapi/design-system';

import { useTranslation } from '../../shared/use-translation';
import { CHOICE_FIELD, contentLabel, isContentOfTag } from './choices';

interface LayoutField {
  name: string;
  type: string;
  attribute: { pluginOptions?: object };
}

interface EditView {
  layout: { layout: LayoutField[][][] };
}

/** Shows the choices of our own types in the user's language. For Strapi's hook of edit views. */
export const showChoices = <View extends EditView>(view: View): View => ({
  ...view,
  layout: {
    ...view.layout,
    layout: view.layout.layout.map((part) =>
      part.map((row) =>
        row.map((field) => (isContentOfTag(field) ? { ...field, type: CHOICE_FIELD } : field)),
      ),
    ),
  },
});

const Choice = ({ value }: { value: unknown }) => {
  const t = useTranslation();
  const key = contentLabel(value);
  return (
    <Typography textColor="neutral800">{key === undefined ? t('choice.none') : t(key)}</Typography>
  );
};

interface Column {
  name: string;
  attribute: { pluginOptions?: object };
}

interface ListView {
  displayedHeaders: Column[];
}

/** Names the choices of our own types in lists. For Strapi's hook of list views. */
export const nameChoices = <View extends ListView>(view: View): View => ({
  ...view,
  displayedHeaders: view.displayedHeaders.map((header) =>
    isContentOfTag(header)
      ? {
          ...header,
          cellFormatter: (row: Record<string, unknown>) => <Choice value={row[header.name]} />,
        }
      : header,
  ),
});
