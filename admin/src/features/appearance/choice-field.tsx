import { SingleSelect, SingleSelectOption } from '@strapi/design-system';

import type { Appearance } from '../../../../src/pages/appearance';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { AppearanceField, type FieldProps } from './field';

type ChoiceName = 'font' | 'width' | 'theme';

interface ChoiceFieldProps<Name extends ChoiceName> extends FieldProps<Name> {
  /** What there is to choose from, and what it is called. */
  options: Record<Appearance[Name], TranslationKey>;
}

/** One of a few values. */
export const ChoiceField = <Name extends ChoiceName>({
  options,
  ...field
}: ChoiceFieldProps<Name>) => {
  const t = useTranslation();
  return (
    <AppearanceField {...field}>
      <SingleSelect
        value={field.value}
        disabled={field.isFixed}
        onChange={(choice) => field.onChange(choice as Appearance[Name])}
      >
        {(Object.entries(options) as [string, TranslationKey][]).map(([option, label]) => (
          <SingleSelectOption key={option} value={option}>
            {t(label)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </AppearanceField>
  );
};
