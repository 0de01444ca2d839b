import { Box, Field } from '@strapi/design-system';

import { SearchCombobox } from '../../shared/search-combobox';
import { useTranslation } from '../../shared/use-translation';
import type { TagOption } from './use-other-tags';

interface TagPickerProps {
  tags: TagOption[];
  isLoading: boolean;
  isDisabled: boolean;
  /** What the tags were searched for. */
  search: string;
  /** Document id of the tag chosen. */
  value: string | undefined;
  error: string | undefined;
  onChange: (documentId: string | undefined) => void;
  onSearch: (text: string) => void;
}

/** Unique, since the combobox goes by the text, and two tags may have the same name. */
const toText = ({ name, slug }: TagOption): string => (name === slug ? name : `${name} (${slug})`);

/** Asks for the tag that stays. */
export const TagPicker = ({
  tags,
  isLoading,
  isDisabled,
  search,
  value,
  error,
  onChange,
  onSearch,
}: TagPickerProps) => {
  const t = useTranslation();
  const clear = (): void => {
    onChange(undefined);
    onSearch('');
  };
  return (
    <Field.Root name="into" required error={error} width="100%">
      <Field.Label>{t('merge.into')}</Field.Label>
      <SearchCombobox
        value={value}
        disabled={isDisabled}
        loading={isLoading}
        loadingMessage={t('loading')}
        placeholder={t('merge.placeholder')}
        clearLabel={t('merge.clear')}
        noOptionsMessage={() => t(search === '' ? 'merge.none' : 'merge.noMatch')}
        options={tags.map((tag) => ({ id: tag.documentId, text: toText(tag) }))}
        onChange={onChange}
        onClear={clear}
        onInputChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Box role="alert">
        <Field.Error />
      </Box>
    </Field.Root>
  );
};
