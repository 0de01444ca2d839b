import { Combobox, ComboboxOption, type ComboboxProps } from '@strapi/design-system';
import * as React from 'react';

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
