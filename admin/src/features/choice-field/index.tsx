import { useField, useFocusInputField } from '@strapi/strapi/admin';
import { Field, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';

import type { ItemContent } from '../../../../src/content/article';
import { type FieldProps, isContentOfTag } from '../../shared/edit-view';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

/** What the choices are called, as in the settings. */
const LABELS: Record<ItemContent, TranslationKey> = {
  summary: 'settings.content.summary',
  full: 'settings.content.full',
};

/** The choice of nothing: the select takes an empty value for none. */
const NONE = 'none';

/** What the items of a tag's feeds hold: Strapi's own field shows the bare values. */
export const ChoiceField = ({
  name,
  label,
  labelAction,
  hint,
  required = false,
  disabled = false,
}: FieldProps) => {
  const t = useTranslation();
  const field = useField<string | null | undefined>(name);
  const ref = useFocusInputField<HTMLDivElement>(name);
  return (
    <Field.Root name={name} required={required} error={field.error} hint={hint}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <SingleSelect
        ref={ref}
        disabled={disabled}
        value={field.value ?? NONE}
        onChange={(choice) => field.onChange(name, choice === NONE ? null : String(choice))}
      >
        <SingleSelectOption value={NONE}>{t('choice.none')}</SingleSelectOption>
        {Object.entries<TranslationKey>(LABELS).map(([choice, text]) => (
          <SingleSelectOption key={choice} value={choice}>
            {t(text)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
};

const Choice = ({ value }: { value: unknown }) => {
  const t = useTranslation();
  const key = LABELS[value as ItemContent] as TranslationKey | undefined;
  return <Typography textColor="neutral800">{t(key ?? 'choice.none')}</Typography>;
};

interface ListView {
  displayedHeaders: { name: string; attribute: { pluginOptions?: object } }[];
}

/** Names the choices of tags in lists. For Strapi's hook of list views. */
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
