import { useFetchClient, useForm } from '@strapi/strapi/admin';
import { Flex, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { ArticlePreview, SharedPreview } from '../../../../src/panel/admin-api';
import { AddressActions } from '../../shared/address-actions';
import type { FieldLabel } from '../../shared/field-label';
import { useMaySharePreviews } from '../../shared/permissions';
import { Section } from '../../shared/section';
import { useDates } from '../../shared/use-dates';
import { useRequest } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import type { FormEntry } from './form-values';

interface PlaceSectionProps {
  preview: ArticlePreview;
  label: FieldLabel;
  /** The saved draft that readers do not have; none where there is no such draft. */
  draft?: FormEntry;
  /** Another one after each save. */
  version: string;
}

/** Where somebody without an account sees the draft. */
const useSharedPreview = (draft: FormEntry | undefined, version: string) => {
  const { get } = useFetchClient();
  const maySharePreviews = useMaySharePreviews();
  const { contentType, documentId = '', locale = '' } = draft ?? { contentType: '' };
  const query = new URLSearchParams({ contentType, documentId, locale }).toString();
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      const address = `/syndication/previews/address?${query}`;
      return (await get<{ data: SharedPreview | null }>(address, { signal })).data.data;
    },
    // What was saved meanwhile is the time to begin the address's life anew.
    [get, query, version],
  );
  const { data } = useRequest(maySharePreviews && draft ? request : undefined);
  return draft && data;
};

/** What the entry's address lacks. */
const useLack = ({ item, problems = [] }: ArticlePreview, label: FieldLabel): string => {
  const t = useTranslation();
  if (item.missing.length > 0) {
    return t('panel.item.addressNeeds', { fields: item.missing.map(label).join(', ') });
  }
  if (problems.some(({ code }) => code === 'slug-taken')) return t('slug.taken.article');
  return t(item.title ? 'panel.item.noAddress' : 'slug.noHeading.article');
};

/** Where readers find the entry, or will, and where somebody without an account sees its draft. */
export const PlaceSection = ({ preview, label, draft, version }: PlaceSectionProps) => {
  const t = useTranslation();
  const toDate = useDates(preview.timeZone);
  const lack = useLack(preview, label);
  const shared = useSharedPreview(draft, version);
  const isModified = useForm('SyndicationPlace', (state) => state.modified);
  const { publicLink, item } = preview;
  const address = publicLink ?? item.link;
  const title = t(publicLink === null ? 'panel.place.later' : 'panel.place');
  const draftLink = t('panel.draft');
  return (
    <Section
      title={title}
      actions={
        address === null ? null : (
          <AddressActions address={address} subject={title} isToCome={publicLink === null} />
        )
      }
    >
      <Typography
        variant="pi"
        tag="p"
        textColor="neutral800"
        style={{ overflowWrap: 'anywhere' }}
        data-testid="syndication-place"
      >
        {address ?? lack}
      </Typography>
      {shared ? (
        <>
          <Flex justifyContent="space-between" gap={2}>
            <Typography variant="pi" fontWeight="bold" textColor="neutral800">
              {draftLink}
            </Typography>
            <AddressActions address={shared.page ?? shared.feed} subject={draftLink} />
          </Flex>
          <Typography variant="pi" tag="p" textColor="neutral600">
            {t('panel.draft.explained', { until: toDate(shared.expires) })}
            {isModified ? ` ${t('panel.draft.saved')}` : null}
          </Typography>
        </>
      ) : null}
    </Section>
  );
};
