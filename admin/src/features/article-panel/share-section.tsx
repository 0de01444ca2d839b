import { useFetchClient, useForm } from '@strapi/strapi/admin';
import { Link, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { SharedPreview } from '../../../../src/panel/admin-api';
import { useMaySharePreviews } from '../../shared/permissions';
import { useDates } from '../../shared/use-dates';
import { useRequest } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { AddressButtons } from '../../shared/address-buttons';
import { Section } from '../../shared/section';

/** The saved entry whose draft is shown. */
interface SharedEntry {
  contentType: string;
  documentId: string;
  locale?: string;
}

const useSharedPreview = (
  { contentType, documentId, locale = '' }: SharedEntry,
  version: string,
) => {
  const { get } = useFetchClient();
  const maySharePreviews = useMaySharePreviews();
  const query = new URLSearchParams({ contentType, documentId, locale }).toString();
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      const address = `/syndication/previews/address?${query}`;
      return (await get<{ data: SharedPreview | null }>(address, { signal })).data.data;
    },
    // What was saved meanwhile is the time to begin the address's life anew.
    [get, query, version],
  );
  return useRequest(maySharePreviews ? request : undefined).data;
};

interface ShareSectionProps {
  entry: SharedEntry;
  version: string;
  title: string;
  timeZone: string;
  /** Whether it is a page, which is no item of any feed. */
  isPage: boolean;
}

/** Shows the draft to somebody without an account. */
export const ShareSection = ({ entry, version, title, timeZone, isPage }: ShareSectionProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const shared = useSharedPreview(entry, version);
  const isModified = useForm('SyndicationShare', (state) => state.modified);
  if (!shared) return null;
  const { page, feed, expires } = shared;
  const explained = t('panel.share.explained', { until: toDate(expires) });
  return (
    <Section title={t('panel.share')}>
      <Typography variant="pi" tag="p" textColor="neutral700">
        {isModified ? `${explained} ${t('panel.share.saved')}` : explained}
      </Typography>
      <AddressButtons address={page ?? feed} subject={t('panel.share')} title={title} />
      {page === null || isPage ? null : (
        <Link href={feed} target="_blank" rel="noreferrer" isExternal>
          <Typography variant="pi">{t('panel.share.feed')}</Typography>
        </Link>
      )}
    </Section>
  );
};
