import {
  Combobox,
  ComboboxOption,
  type ComboboxProps,
  SingleSelect,
  SingleSelectOption,
} from '@strapi/design-system';
import * as React from 'react';

/** The choice of all: the select takes an empty value for none. */
const ALL = 'all';

interface SelectProps {
  /** Where no label stands above it. */
  label?: string;
  size?: 'S';
  /** Empty for all. */
  value: string;
  disabled?: boolean;
  /** Of what is focused. */
  inputRef?: React.Ref<HTMLDivElement>;
  options: readonly { value: string; text: string }[];
  /** What the choice of all is called; none where one has to be chosen. */
  all?: string;
  onChange: (value: string) => void;
}

/** One of a few values. */
export const Select = ({
  label,
  value,
  inputRef,
  options,
  all,
  onChange,
  ...props
}: SelectProps) => (
  <SingleSelect
    {...props}
    ref={inputRef}
    aria-label={label}
    value={value || ALL}
    onChange={(chosen) => onChange(chosen === ALL ? '' : String(chosen))}
  >
    {all === undefined ? null : <SingleSelectOption value={ALL}>{all}</SingleSelectOption>}
    {options.map((option) => (
      <SingleSelectOption key={option.value} value={option.value}>
        {option.text}
      </SingleSelectOption>
    ))}
  </SingleSelect>
);

interface SearchComboboxProps extends Omit<ComboboxProps, 'children' | 'autocomplete'> {
  options: readonly { id: string; text: string }[];
}

/**
 * A combobox whose options a server finds. That of the design system learns of options as they are drawn,
 * and begins to look whether there are any when it waits no longer: of those that came at that moment it
 * says that there are none. So they are drawn once more.
 */
export const SearchCombobox = ({ options, loading = false, ...props }: SearchComboboxProps) => {
  const [, drawAgain] = React.useReducer((count: number) => count + 1, 0);
  React.useEffect(() => {
    if (!loading) drawAgain();
  }, [loading]);
  return (
    <Combobox {...props} loading={loading} autocomplete={{ type: 'list', filter: 'contains' }}>
      {options.map(({ id, text }) => (
        <ComboboxOption key={id} value={id} textValue={text}>
          {text}
        </ComboboxOption>
      ))}
    </Combobox>
  );
};

/** Narrows a list. */
export const FilterSelect = (props: SelectProps) => <Select size="S" {...props} />;
