import { unstable_useDocumentLayout } from '@strapi/strapi/admin';
import { Field } from '@strapi/design-system';

import type { PublishedType } from '../../../../src/panel/admin-api';
import type { TextOption } from '../../shared/distinct-texts';
import { listEntries } from '../../shared/entry-addresses';
import { SearchCombobox } from '../../shared/search-combobox';
import { useTranslation } from '../../shared/use-translation';
import type { ChosenTopic } from './changes';

export type TopicOption = TextOption & ChosenTopic;

interface TopicFieldProps {
  topic: NonNullable<PublishedType['source']>['topics'][number];
  locale: string | undefined;
  /** Label of the field. */
  label: string;
  isDisabled: boolean;
  value: TopicOption | undefined;
  onChange: (topic: TopicOption | undefined) => void;
}

/** Topics per request, Strapi's maximum; a search finds the others. */
const AT_ONCE = '100';

/** Undefined for an empty text or anything but a text. */
const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

type FoundRow = Record<string, unknown> & ChosenTopic;

/** A searchable field to choose a topic. */
export const TopicField = ({
  topic: { contentType, slug },
  locale,
  label,
  isDisabled,
  value,
  onChange,
}: TopicFieldProps) => {
  const t = useTranslation();
  const { mainField } = unstable_useDocumentLayout(contentType).edit.settings;
  return (
    <Field.Root name="topic" required width="100%">
      <Field.Label>{label}</Field.Label>
      <SearchCombobox
        disabled={isDisabled}
        placeholder={t('bulk.search')}
        clearLabel={t('merge.clear')}
        noMatch={t('bulk.noMatch')}
        path={listEntries(contentType)}
        query={{
          pageSize: AT_ONCE,
          ...(mainField && { sort: `${mainField}:ASC` }),
          ...(locale && { locale }),
        }}
        toOption={(row: FoundRow): TopicOption => ({
          id: row.documentId,
          documentId: row.documentId,
          locale: row.locale,
          status: row.status,
          text: toText(row[mainField ?? '']) ?? row.documentId,
          mark: toText(row[slug ?? '']),
        })}
        value={value}
        onChange={onChange}
      />
    </Field.Root>
  );
};
