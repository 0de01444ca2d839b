import { useFetchClient, useForm } from '@strapi/strapi/admin';
import * as React from 'react';
import { useLocation, useMatch } from 'react-router-dom';

import { ARTICLE_UID } from '../../../../src/lib/constants';
import { useEntryLocale } from '../../shared/edit-view';
import { createEntry, editTag } from '../../shared/entry-addresses';

/** What a link to the form of a new article brings along. */
export interface StartState {
  /** Document id of the tag the article starts with. */
  syndicationTag?: string;
}

/** The first place in a list, as Strapi's form writes it (npm package fractional-indexing). */
const FIRST = 'a0';

interface StartedTag {
  id: number;
  name: string;
  /** None where tags are the same in all locales. */
  locale?: string | null;
}

/** Gives the form of a new article the tag whose feed its writer came from. */
const Start = ({ documentId }: { documentId: string }) => {
  const { get } = useFetchClient();
  const locale = useEntryLocale();
  const onChange = useForm('SyndicationStart', (form) => form.onChange);

  React.useEffect(() => {
    const start = async (): Promise<void> => {
      const { data } = await get<{ data: StartedTag }>(editTag(documentId), { params: { locale } });
      const { id, name, locale: ofTag } = data.data;
      const tag = {
        id,
        name,
        label: name,
        href: `..${editTag(documentId).replace('/content-manager', '')}`,
        __temp_key__: FIRST,
        apiData: { id, documentId, locale: ofTag, isTemporary: true },
      };
      onChange('tags', { connect: [tag], disconnect: [] });
    };
    // Who may not read the tag writes without it.
    start().catch(() => undefined);
  }, [get, documentId, locale, onChange]);
  return null;
};

interface StartWithTagProps {
  slug?: string;
}

export const StartWithTag = ({ slug }: StartWithTagProps) => {
  const { syndicationTag } = (useLocation().state ?? {}) as StartState;
  const isNew = useMatch(createEntry(ARTICLE_UID)) !== null;
  return slug === ARTICLE_UID && isNew && syndicationTag ? (
    <Start documentId={syndicationTag} />
  ) : null;
};
