import { Field } from '@strapi/design-system';
import * as React from 'react';

import type { AppearanceResponse } from '../../../../src/panel/admin-api';
import { LocaleSelect } from '../../shared/locale-select';
import { useTranslation } from '../../shared/use-translation';

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
      <LocaleSelect ref={select} locales={locales} locale={locale} onChoose={onChoose} />
      <Field.Hint />
    </Field.Root>
  );
};
