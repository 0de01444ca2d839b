import { SingleSelect, SingleSelectOption } from '@strapi/design-system';

/** Value of the choice "all": the select treats an empty value as none. */
const ALL = 'all';

interface SelectProps {
  /** Label for screen readers, if no visible label exists. */
  label?: string;
  size?: 'S';
  /** Empty for all. */
  value: string;
  disabled?: boolean;
  options: readonly { value: string; text: string }[];
  /** Text of the choice "all"; without it, the user has to choose a value. */
  all?: string;
  onChange: (value: string) => void;
}

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

/** A select that filters a list. */
export const FilterSelect = (props: SelectProps) => <Select size="S" {...props} />;
