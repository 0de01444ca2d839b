import { useDebounce } from '@strapi/strapi/admin';
import { Field } from '@strapi/design-system';
import * as React from 'react';

import { SearchCombobox } from '../../shared/choices';
import { withDistinctTexts } from '../../shared/distinct-texts';
import { Failure } from '../../shared/states';
import { type RequestState, useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import type { ChosenTopic } from './changes';

export interface TopicOption extends ChosenTopic {
  name: string;
  /** Tells it from others of its name, if there are any. */
  slug?: string;
}

/** A field that has topics. */
interface TopicChoice {
  /** Content type of the entries. */
  contentType: string;
  field: string;
  locale: string | undefined;
  topic: {
    contentType: string;
    /** Field that tells topics of one name apart; null where none does. */
    slug: string | null;
  };
}

/** Topics asked for at once, which is as many as Strapi gives; a search finds the others. */
const AT_ONCE = 100;

/** Milliseconds without a key stroke before topics are searched. */
const PAUSE = 300;

/** What every entry has, beside the field by which a relation names it. */
const OWN = ['documentId', 'locale', 'status', 'publishedAt', 'updatedAt', 'createdAt'];

/** Undefined of what is no text, and of an empty one. */
const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

type FoundRow = Record<string, unknown> & { documentId: string; locale?: string | null };

const toOption = (row: FoundRow): TopicOption => {
  const named = Object.entries(row).find(
    ([field, value]) => !OWN.includes(field) && toText(value) !== undefined,
  );
  const { documentId, locale } = row;
  return { documentId, locale, name: String(named?.[1] ?? documentId) };
};

/** Those of some topics whose name another one has. */
const ofOneName = (topics: TopicOption[]): TopicOption[] =>
  topics.filter(({ name }, place) =>
    topics.some((other, index) => index !== place && other.name === name),
  );

/** Topics that a field can have, found as the form of an entry finds them. */
const useTopics = (
  { contentType, field, locale, topic: { contentType: topicType, slug } }: TopicChoice,
  search: string,
): RequestState<TopicOption[]> => {
  const text = useDebounce(search.trim(), PAUSE);
  const inLocale = { pageSize: String(AT_ONCE), ...(locale && { locale }) };
  const query = new URLSearchParams({ ...inLocale, ...(text && { _q: text }) }).toString();
  const { latest, ...state } = useAnswer<{ results: FoundRow[] }>(
    `/content-manager/relations/${contentType}/${field}?${query}`,
  );
  const topics = latest?.results.map(toOption);
  // A field of relations does not have their slugs. Without, they are told apart by their ids.
  const alike = new URLSearchParams(inLocale);
  for (const { documentId } of ofOneName(topics ?? [])) {
    alike.append('filters[documentId][$in]', documentId);
  }
  const hasAlike = slug !== null && alike.has('filters[documentId][$in]');
  const named = useAnswer<{ results: FoundRow[] }>(
    hasAlike ? `/content-manager/collection-types/${topicType}?${alike.toString()}` : undefined,
  );
  const isNaming = hasAlike && named.data === undefined && named.error === undefined;
  const slugs = new Map(named.data?.results.map((row) => [row.documentId, row[slug ?? '']]));
  return {
    ...state,
    isLoading: state.isLoading || isNaming,
    data: isNaming
      ? undefined
      : topics?.map((topic) => ({ ...topic, slug: toText(slugs.get(topic.documentId)) })),
  };
};

interface TopicFieldProps extends TopicChoice {
  /** Name of the field. */
  label: string;
  isDisabled: boolean;
  value: TopicOption | undefined;
  onChange: (topic: TopicOption | undefined) => void;
}

const keyOf = ({ documentId, locale }: TopicOption): string => `${documentId} ${locale ?? ''}`;

const withText = (topic: TopicOption) => ({
  id: keyOf(topic).trim(),
  text: topic.name,
  mark: topic.slug,
  topic,
});

/** Asks for a topic, by a search. */
export const TopicField = ({ label, isDisabled, value, onChange, ...choice }: TopicFieldProps) => {
  const t = useTranslation();
  const [search, setSearch] = React.useState('');
  // What was chosen is in the box, and is no search.
  const wanted = value && search === value.name ? '' : search;
  const topics = useTopics(choice, wanted);
  if (topics.error !== undefined && !topics.data)
    return <Failure error={topics.error} onRetry={topics.reload} />;
  const found = (topics.data ?? []).map(withText);
  const chosen = value && withText(value);
  const isListed = found.some(({ id }) => id === chosen?.id);
  const options = withDistinctTexts(chosen && !isListed ? [chosen, ...found] : found, chosen);
  const choose = (key: string | undefined): void => {
    const option = options.find(({ id }) => id === key);
    // It keeps the text that it was chosen by.
    onChange(option && { ...option.topic, name: option.text });
  };
  return (
    <Field.Root name="topic" required width="100%">
      <Field.Label>{label}</Field.Label>
      <SearchCombobox
        value={chosen?.id}
        disabled={isDisabled}
        loading={topics.isLoading}
        loadingMessage={t('loading')}
        placeholder={t('bulk.search')}
        clearLabel={t('merge.clear')}
        noOptionsMessage={() => t('bulk.noMatch')}
        options={options}
        onChange={choose}
        onClear={() => {
          onChange(undefined);
          setSearch('');
        }}
        onInputChange={(event) => setSearch(event.currentTarget.value)}
      />
    </Field.Root>
  );
};
