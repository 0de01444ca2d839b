import * as React from 'react';
import { useIntl } from 'react-intl';

import { PLUGIN_ID } from '../../../src/lib/constants';
import en from '../translations/en.json';

export type TranslationKey = keyof typeof en;
export type Translate = (key: TranslationKey, values?: Record<string, string | number>) => string;

/** The plugin's texts in the user's language, or in English if a translation is missing. */
export const useTranslation = (): Translate => {
  const { formatMessage } = useIntl();
  return React.useCallback(
    (key, values) => formatMessage({ id: `${PLUGIN_ID}.${key}`, defaultMessage: en[key] }, values),
    [formatMessage],
  );
};
