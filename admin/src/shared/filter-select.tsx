import { SingleSelect, SingleSelectOption } from '@strapi/design-system';

/** The choice of all: the select takes an empty value for none. */
const ALL = 'all';

interface FilterSelectProps {
  label: string;
  /** Empty for all. */
  value: string;
  options: readonly { value: string; text: string }[];
  /** What the choice of all is called; none where one has to be chosen. */
  all?: string;
  onChange: (value: string) => void;
}

/** Narrows a list. */
export const FilterSelect = ({ label, value, options, all, onChange }: FilterSelectProps) => (
  <SingleSelect
    size="S"
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
