import { useDebounce } from '@strapi/strapi/admin';
import { Combobox, ComboboxOption, type ComboboxProps } from '@strapi/design-system';
import * as React from 'react';

import { type TextOption, withDistinctTexts } from './distinct-texts';
import { Failure } from './states';
import { useAnswer } from './use-request';
import { useTranslation } from './use-translation';

/** Milliseconds without a key stroke before the server is asked. */
const PAUSE = 300;

/** What tells an option from others in its text: the slug in "news (news-2)", the type in "News · Tag". */
const DETAILS = /(?: · .*| \([^()]*\))$/;

interface SearchComboboxProps<Row, Option> extends Pick<
  ComboboxProps,
  'aria-label' | 'size' | 'disabled' | 'placeholder' | 'clearLabel'
> {
  /** Address of a list that is searched by `_q`, and what else it is asked with. */
  path: string;
  query: Record<string, string>;
  toOption: (row: Row) => Option;
  value: Option | undefined;
  /** Said where a search finds nothing, and where there is nothing to find. */
  noMatch: string;
  none?: string;
  onChange: (option: Option | undefined) => void;
}

/**
 * One of the rows that a server finds, by a search at each pause in typing. What is chosen keeps the text that it
 * was chosen by.
 *
 * The combobox of the design system learns of options as they are drawn, and begins to look whether there are any
 * when it waits no longer: of those that came at that moment it says that there are none. So they are drawn once
 * more.
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
  // What was chosen is in the box, and is no search.
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
      // Without a value it would keep one of its own: what was erased could not be chosen again.
      value={value?.id ?? ''}
      loading={isLoading}
      loadingMessage={t('loading')}
      autocomplete={{ type: 'list', filter: 'contains' }}
      noOptionsMessage={() => (typed === '' ? none : noMatch)}
      // Of a text that was erased, nothing is chosen any more.
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
