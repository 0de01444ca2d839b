import { Typography } from '@strapi/design-system';
import * as React from 'react';
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

interface Part {
  text: string;
  isFailure?: true;
}

/** Which consumers were notified of the entry's last change, which will be, and for which it failed. */
const useParts = ({ told, pending, failed, at, timeZone }: EntryDeliveries): Part[] => {
  const t = useTranslation();
  const nameAll = useNames();
  const toRecent = useRecentDates(timeZone);
  const soon = pending.filter(({ isFailing }) => !isFailing);
  const failing = pending.filter(({ isFailing }) => isFailing);
  const parts: Part[] = [];
  if (told.length > 0 && at !== null) {
    const who = nameAll(told);
    const { text, isToday } = toRecent(at);
    parts.push({
      text: isToday
        ? t('deliveries.line.told', { who, time: text })
        : t('deliveries.line.toldOn', { who, date: text }),
    });
  }
  if (soon.length > 0) parts.push({ text: t('deliveries.line.soon', { who: nameAll(soon) }) });
  for (const [key, some] of [
    ['deliveries.line.failing', failing],
    ['deliveries.line.failed', failed],
  ] as const) {
    for (const { name, status } of some) {
      parts.push({
        text: t(key, { who: name, answer: status ?? t('deliveries.noAnswer') }),
        isFailure: true,
      });
    }
  }
  return parts;
};

const Line = ({ deliveries }: { deliveries: EntryDeliveries }) => {
  const t = useTranslation();
  const maySeeAll = useMay(SETTINGS_PERMISSIONS);
  const parts = useParts(deliveries);
  if (parts.length === 0) return null;
  return (
    <Typography
      variant="pi"
      tag="p"
      textColor="neutral700"
      style={WRAP_ANYWHERE}
      aria-live="polite"
      data-testid="syndication-told"
    >
      {parts.map(({ text, isFailure }) => (
        <React.Fragment key={text}>
          <Typography variant="pi" textColor={isFailure ? 'danger700' : 'neutral700'}>
            {text}
          </Typography>{' '}
        </React.Fragment>
      ))}
      {maySeeAll && parts.some(({ isFailure }) => isFailure) ? (
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
  const isUnderWay = data?.pending.some(({ isFailing }) => !isFailing) === true;
  // Once in any case: another node may not know yet of what was saved a moment ago.
  usePolling(isUnderWay, reload, `${query.toString()} ${version}`, 1);
  return data ? <Line deliveries={data} /> : null;
};
