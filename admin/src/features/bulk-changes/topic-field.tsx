import { Combobox, ComboboxOption, Field } from '@strapi/design-system';
import * as React from 'react';

import { Failure } from '../../shared/states';
import { useTranslation } from '../../shared/use-translation';
import { type TopicOption, useTopics } from './use-topics';

interface TopicFieldProps {
  contentType: string;
  field: string;
  locale: string | undefined;
  /** Name of the field. */
  label: string;
  isDisabled: boolean;
  value: TopicOption | undefined;
  onChange: (topic: TopicOption | undefined) => void;
}

const keyOf = ({ documentId, locale }: TopicOption): string => `${documentId} ${locale ?? ''}`;

/** Asks for a topic, by a search. */
export const TopicField = ({
  contentType,
  field,
  locale,
  label,
  isDisabled,
  value,
  onChange,
}: TopicFieldProps) => {
  const t = useTranslation();
  const [search, setSearch] = React.useState('');
  // What was chosen is in the box, and is no search.
  const wanted = value && search === value.name ? '' : search;
  const topics = useTopics({ contentType, field, locale }, wanted);
  if (topics.error !== undefined && !topics.data) return <Failure onRetry={topics.reload} />;
  const found = topics.data ?? [];
  const isListed = value && found.some((topic) => keyOf(topic) === keyOf(value));
  const options = value && !isListed ? [value, ...found] : found;
  return (
    <Field.Root name="topic" required width="100%">
      <Field.Label>{label}</Field.Label>
      <Combobox
        value={value && keyOf(value)}
        disabled={isDisabled}
        loading={topics.isLoading}
        loadingMessage={t('loading')}
        placeholder={t('bulk.search')}
        clearLabel={t('merge.clear')}
        noOptionsMessage={() => t('bulk.noMatch')}
        autocomplete={{ type: 'list', filter: 'contains' }}
        onChange={(key) => onChange(options.find((topic) => keyOf(topic) === key))}
        onClear={() => {
          onChange(undefined);
          setSearch('');
        }}
        onInputChange={(event) => setSearch(event.currentTarget.value)}
      >
        {options.map((topic) => (
          <ComboboxOption key={keyOf(topic)} value={keyOf(topic)} textValue={topic.name}>
            {topic.name}
          </ComboboxOption>
        ))}
      </Combobox>
    </Field.Root>
  );
};
