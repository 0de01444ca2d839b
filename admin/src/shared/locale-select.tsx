import { SingleSelect, SingleSelectOption } from '@strapi/design-system';
import * as React from 'react';

import { useLanguageName } from './use-language-name';
import { useTranslation } from './use-translation';

/** The choice of all: the select takes an empty value for none. */
const ALL = 'all';

interface LocaleSelectProps extends Pick<
  React.ComponentProps<typeof SingleSelect>,
  'size' | 'aria-label'
> {
  locales: readonly { code: string; language: string }[];
  /** Code of the one that is chosen; none for all of them. */
  locale: string | undefined;
  onChoose: (locale: string | undefined) => void;
}

/** A choice of one of the site's languages, or of all. */
export const LocaleSelect = React.forwardRef<HTMLDivElement, LocaleSelectProps>(
  ({ locales, locale, onChoose, ...more }, ref) => {
    const t = useTranslation();
    const nameOf = useLanguageName();
    return (
      <SingleSelect
        {...more}
        ref={ref}
        value={locale || ALL}
        onChange={(code) => onChoose(code === ALL ? undefined : String(code))}
      >
        <SingleSelectOption value={ALL}>{t('entries.locale.all')}</SingleSelectOption>
        {locales.map(({ code, language }) => (
          <SingleSelectOption key={code} value={code}>
            {nameOf(language)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    );
  },
);
LocaleSelect.displayName = 'LocaleSelect';
