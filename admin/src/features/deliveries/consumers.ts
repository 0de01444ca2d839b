import * as React from 'react';
import { useIntl } from 'react-intl';

import type { ToldConsumer } from '../../../../src/panel/admin-api';
import { useTranslation } from '../../shared/use-translation';

type Named = Pick<ToldConsumer, 'name' | 'kind'>;

/** Names some of those who are told, as a part of a sentence: "Front end, Fastly and 2 hubs". */
export const useNames = (): ((consumers: readonly Named[]) => string) => {
  const t = useTranslation();
  const { locale } = useIntl();
  return React.useCallback(
    (consumers) => {
      const hubs = consumers.filter(({ kind }) => kind === 'hub');
      const others = hubs.length > 1 ? consumers.filter(({ kind }) => kind !== 'hub') : consumers;
      const names = others.map(({ name }) => name);
      if (hubs.length > 1) names.push(t('deliveries.hubs', { count: hubs.length }));
      return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
    },
    [t, locale],
  );
};
