import { useDebounce } from '@strapi/strapi/admin';
import { Combobox, ComboboxOption, type ComboboxProps } from '@strapi/design-system';
import * as React from 'react';

import { type TextOption, withDistinctTexts } from './distinct-texts';
import { Failure } from './states';
import { useAnswer } from './use-request';
import { useTranslation } from './use-translation';

/** Milliseconds without a key stroke before the search is requested. */
const PAUSE = 300;

/** What distinguishes options of the same text: the slug in "news (news-2)", the type in "News · Tag". */
const DETAILS = /(?: · .*| \([^()]*\))$/;

interface SearchComboboxProps<Row, Option> extends Pick<
  ComboboxProps,
  'aria-label' | 'size' | 'disabled' | 'placeholder' | 'clearLabel'
> {
  /** Path of a list that `_q` searches, and further query parameters. */
  path: string;
  query: Record<string, string>;
  toOption: (row: Row) => Option;
  value: Option | undefined;
  /** Text for a search without a match, and for an empty list. */
  noMatch: string;
  none?: string;
  onChange: (option: Option | undefined) => void;
}

/**
 * A combobox whose options a server finds by search, at each pause in typing. A chosen option keeps the text
 * with which it was chosen.
 *
 * The design system's combobox registers options as they render, and checks whether it has any once `loading`
 * ends. For options that render in that moment it reports none, so this component renders once more.
 */
export const SearchCombobox = <Row, Option extends TextOption>({
  path,
  query,
  toOption,
  value,
  noMatch,
  none = noMatch,
  onChange,
  ...props
}: SearchComboboxProps<Row, Option>) => {
  const t = useTranslation();
  const [typed, setTyped] = React.useState('');
  // The text of the chosen option is not a search.
  const wanted = typed === value?.text ? '' : typed.replace(DETAILS, '').trim();
  const search = useDebounce(wanted, PAUSE);
  const asked = new URLSearchParams({ ...query, ...(search && { _q: search }) });
  const { latest, isLoading, error, reload } = useAnswer<{ results: Row[] }>(
    `${path}?${asked.toString()}`,
  );
  const found = (latest?.results ?? []).map(toOption);
  const isFound = found.some(({ id }) => id === value?.id);
  const options = withDistinctTexts(value && !isFound ? [value, ...found] : found, value);
  const [, drawAgain] = React.useReducer((count: number) => count + 1, 0);
  React.useEffect(() => {
    if (!isLoading) drawAgain();
  }, [isLoading]);
  if (error !== undefined && !latest) return <Failure error={error} onRetry={reload} />;
  return (
    <Combobox
      {...props}
      // Controlled even without a value: its own state would prevent choosing an erased option again.
      value={value?.id ?? ''}
      loading={isLoading}
      loadingMessage={t('loading')}
      autocomplete={{ type: 'list', filter: 'contains' }}
      noOptionsMessage={() => (typed === '' ? none : noMatch)}
      // An erased text clears the choice.
      onChange={(id) => {
        if (id !== value?.id) onChange(options.find((option) => option.id === id));
      }}
      onClear={() => {
        setTyped('');
        onChange(undefined);
      }}
      onInputChange={(event) => setTyped(event.currentTarget.value)}
    >
      {options.map(({ id, text }) => (
        <ComboboxOption key={id} value={id} textValue={text}>
          {text}
        </ComboboxOption>
      ))}
    </Combobox>
  );
};
