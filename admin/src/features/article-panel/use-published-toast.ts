import { useNotification } from '@strapi/strapi/admin';
import * as React from 'react';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';
import { hearOfPublishing } from '../publishing/send-choice';

/** Milliseconds that the link stays. */
const SHOWN_FOR = 8_000;

/** Milliseconds after which a publication is over, be it that it failed. */
const PATIENCE = 15_000;

/** What the panel last showed as saved, and what it showed when an entry was published since. */
let shown: string | undefined;
let before: { version: string | undefined; until: number } | undefined;
hearOfPublishing(() => {
  before = { version: shown, until: Date.now() + PATIENCE };
});

/**
 * Says after a publication where readers have the entry.
 *
 * @param version another one after each save
 * @param isPublished whether Strapi has the saved entry as published
 * @param preview of what is saved; none while that is not known
 */
export const usePublishedToast = (
  version: string,
  isPublished: boolean,
  preview: ArticlePreview | undefined,
): void => {
  const t = useTranslation();
  const { toggleNotification } = useNotification();
  const toDate = useDates(preview?.timeZone ?? 'UTC');
  React.useEffect(() => {
    shown = version;
    if (preview === undefined || before === undefined || before.version === version) return;
    const isLate = before.until < Date.now();
    before = undefined;
    if (!isPublished || isLate) return;
    const { publicLink, scheduled } = preview;
    if (publicLink !== null) {
      toggleNotification({
        type: 'success',
        message: t('published.live'),
        link: { url: publicLink, label: t('address.open') },
        timeout: SHOWN_FOR,
      });
    } else if (scheduled !== null) {
      const message = t('published.scheduled', { date: toDate(scheduled) });
      toggleNotification({ type: 'success', message, timeout: SHOWN_FOR });
    }
  }, [version, isPublished, preview, t, toDate, toggleNotification]);
};
