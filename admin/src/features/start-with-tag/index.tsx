import { useFetchClient, useForm } from '@strapi/strapi/admin';
import * as React from 'react';
import { useLocation, useMatch } from 'react-router-dom';

import { ARTICLE_UID } from '../../../../src/lib/constants';
import { useEntryLocale } from '../../shared/edit-view';
import { createEntry, editTag } from '../../shared/entry-addresses';

/** Router state of a link to the form of a new article. */
export interface StartState {
  /** Document id of the tag the article starts with. */
  syndicationTag?: string;
}

/** First position in a relation's list, in the format of Strapi's form (npm package fractional-indexing). */
const FIRST_POSITION = 'a0';

interface StartedTag {
  id: number;
  name: string;
  /** Null or undefined if tags are not localised. */
  locale?: string | null;
}

/** Adds the tag whose feed page led to the form of a new article. */
const AddTag = ({ documentId }: { documentId: string }) => {
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
        __temp_key__: FIRST_POSITION,
        apiData: { id, documentId, locale: ofTag, isTemporary: true },
      };
      onChange('tags', { connect: [tag], disconnect: [] });
    };
    // A user who may not read the tag writes without it.
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
    <AddTag documentId={syndicationTag} />
  ) : null;
};
