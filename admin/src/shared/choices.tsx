import { SingleSelect, SingleSelectOption } from '@strapi/design-system';

/** The choice of all: the select takes an empty value for none. */
const ALL = 'all';

interface SelectProps {
  /** Where no label stands above it. */
  label?: string;
  size?: 'S';
  /** Empty for all. */
  value: string;
  disabled?: boolean;
  options: readonly { value: string; text: string }[];
  /** What the choice of all is called; none where one has to be chosen. */
  all?: string;
  onChange: (value: string) => void;
}

/** One of a few values. */
export const Select = ({ label, value, options, all, onChange, ...props }: SelectProps) => (
  <SingleSelect
    {...props}
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

/** Narrows a list. */
export const FilterSelect = (props: SelectProps) => <Select size="S" {...props} />;
