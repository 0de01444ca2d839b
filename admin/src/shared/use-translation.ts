import * as React from 'react';
import { useIntl } from 'react-intl';

import { PLUGIN_ID } from '../../../src/lib/constants';
import en from '../translations/en.json';

export type TranslationKey = keyof typeof en;
export type Translate = (key: TranslationKey, values?: Record<string, string | number>) => string;

/** Texts of the plugin in the user's language; English where a language lacks one. */
export const useTranslation = (): Translate => {
  const { formatMessage } = useIntl();
  return React.useCallback(
    (key, values) => formatMessage({ id: `${PLUGIN_ID}.${key}`, defaultMessage: en[key] }, values),
    [formatMessage],
  );
};
