import { useField, useFocusInputField } from '@strapi/strapi/admin';
import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';

import type { FieldProps } from '../../shared/edit-view-props';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { CONTENT_LABELS } from './choices';

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
        {Object.entries<TranslationKey>(CONTENT_LABELS).map(([choice, text]) => (
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
