import * as React from 'react';
import { useIntl } from 'react-intl';

/** What a language is called in the panel's; its tag where that has no name for it. */
export const useLanguageName = (): ((language: string) => string) => {
  const { locale } = useIntl();
  return React.useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'language' });
    return (language) => names.of(language) ?? language;
  }, [locale]);
};
