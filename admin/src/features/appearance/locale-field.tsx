import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import * as React from 'react';

import type { AppearanceResponse } from '../../../../src/panel/admin-api';
import { useLanguageName } from '../../shared/use-language-name';
import { useTranslation } from '../../shared/use-translation';

/** The choice of the whole site: the select takes an empty value for none. */
const ALL = 'all';

export interface LocaleFieldProps {
  locales: AppearanceResponse['locales'];
  /** Code of the one that is edited; none for the whole site. */
  locale: string | undefined;
  /** Whether it was used a moment ago, on the form of another locale. */
  isUsed: boolean;
  onChoose: (locale: string | undefined) => void;
}

/** Of which language the appearance is edited. */
export const LocaleField = ({ locales, locale, isUsed, onChoose }: LocaleFieldProps) => {
  const t = useTranslation();
  const nameOf = useLanguageName();
  const select = React.useRef<HTMLDivElement>(null);
  React.useEffect(() => {
    if (isUsed) select.current?.focus();
  }, [isUsed]);
  return (
    <Field.Root
      name="locale"
      hint={locale === undefined ? t('appearance.locale.all') : t('appearance.locale.one')}
      width="100%"
    >
      <Field.Label>{t('entries.locale')}</Field.Label>
      <SingleSelect
        ref={select}
        value={locale ?? ALL}
        onChange={(code) => onChoose(code === ALL ? undefined : String(code))}
      >
        <SingleSelectOption value={ALL}>{t('entries.locale.all')}</SingleSelectOption>
        {locales.map(({ code, language }) => (
          <SingleSelectOption key={code} value={code}>
            {nameOf(language)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <Field.Hint />
    </Field.Root>
  );
};
