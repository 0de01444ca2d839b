import { Field } from '@strapi/design-system';
import * as React from 'react';

import { withDistinctTexts } from '../../shared/distinct-texts';
import { Failure } from '../../shared/states';
import { SearchCombobox } from '../../shared/search-combobox';
import { useTranslation } from '../../shared/use-translation';
import { type TopicChoice, type TopicOption, useTopics } from './use-topics';

interface TopicFieldProps extends TopicChoice {
  /** Name of the field. */
  label: string;
  isDisabled: boolean;
  value: TopicOption | undefined;
  onChange: (topic: TopicOption | undefined) => void;
}

const keyOf = ({ documentId, locale }: TopicOption): string => `${documentId} ${locale ?? ''}`;

const toOption = (topic: TopicOption) => ({
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
  const found = (topics.data ?? []).map(toOption);
  const chosen = value && toOption(value);
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
