import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';

import type { EntryDeliveries } from '../../../../src/panel/admin-api';
import { WRAP_ANYWHERE, TextLink } from '../../shared/blocks';
import { useRecentDates } from '../../shared/dates';
import { SETTINGS_PERMISSIONS, useMay } from '../../shared/permissions';
import { useAnswer, usePolling } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { viewAddress } from '../entries/views';

/** Lists the names of consumers as part of a sentence: "Front end, Fastly and 2 hubs". */
const useNames = (): ((consumers: EntryDeliveries['told']) => string) => {
  const t = useTranslation();
  const { locale } = useIntl();
  return (consumers) => {
    const hubs = consumers.filter(({ kind }) => kind === 'hub');
    const others = hubs.length > 1 ? consumers.filter(({ kind }) => kind !== 'hub') : consumers;
    const names = others.map(({ name }) => name);
    if (hubs.length > 1) names.push(t('deliveries.hubs', { count: hubs.length }));
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  };
};

interface EntryLineProps {
  contentType: string;
  documentId: string;
  locale?: string;
  /** Changes with each save. */
  version: string;
}

/** Which consumers were told of the entry's last change, and which were not yet. */
const Line = ({ deliveries: { told, untold, at, timeZone } }: { deliveries: EntryDeliveries }) => {
  const t = useTranslation();
  const maySeeAll = useMay(SETTINGS_PERMISSIONS);
  const nameAll = useNames();
  const toRecent = useRecentDates(timeZone);
  const isTold = told.length > 0 && at !== null;
  if (!isTold && untold.length === 0) return null;
  const toldAt = (moment: string): string => {
    const { text, isToday } = toRecent(moment);
    const who = nameAll(told);
    return isToday
      ? t('deliveries.line.told', { who, time: text })
      : t('deliveries.line.toldOn', { who, date: text });
  };
  return (
    <Typography
      variant="pi"
      tag="p"
      textColor="neutral700"
      style={WRAP_ANYWHERE}
      aria-live="polite"
      data-testid="syndication-told"
    >
      {isTold ? toldAt(at) : ''}{' '}
      {untold.length > 0 ? t('deliveries.line.untold', { who: nameAll(untold) }) : ''}{' '}
      {untold.length > 0 && maySeeAll ? (
        <TextLink to={viewAddress('deliveries')}>{t('views.deliveries')}</TextLink>
      ) : null}
    </Typography>
  );
};

/** One line about the deliveries of an entry, updated while some are on their way. */
export const EntryLine = ({ contentType, documentId, locale, version }: EntryLineProps) => {
  const query = new URLSearchParams({ contentType, documentId, ...(locale && { locale }) });
  const { data, reload } = useAnswer<EntryDeliveries | null>(
    `deliveries/entry?${query.toString()}`,
    { version },
  );
  const isUnderWay = (data?.untold.length ?? 0) > 0;
  // Once in any case: another node may not know yet of what was saved a moment ago.
  usePolling(isUnderWay, reload, `${query.toString()} ${version}`, 1);
  return data ? <Line deliveries={data} /> : null;
};
