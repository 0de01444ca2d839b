import { Combobox, ComboboxOption, Textarea, TextInput } from '@strapi/design-system';

import type { SettingName } from '../../../../src/panel/admin-api';
import { Select } from '../../shared/choices';
import { type ValueError, ValueField } from '../../shared/editor';
import { useLanguageName } from '../../shared/names';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

type Value = string | number;
type Kind = 'text' | 'long-text' | 'address' | 'time-zone' | 'number' | 'choice';

/** How each setting is typed in. */
const KINDS: Record<SettingName, Kind> = {
  siteName: 'text',
  description: 'long-text',
  baseUrl: 'address',
  language: 'text',
  timeZone: 'time-zone',
  itemsPerFeed: 'number',
  content: 'choice',
  republishing: 'choice',
  entriesPerPage: 'number',
};

/** What can be chosen, and what that is called. */
const CHOICES: Partial<Record<SettingName, Record<string, TranslationKey>>> = {
  content: { summary: 'settings.content.summary', full: 'settings.content.full' },
  republishing: {
    tell: 'settings.republishing.tell',
    quietly: 'settings.republishing.quietly',
    ask: 'settings.republishing.ask',
  },
};

interface SettingFieldProps {
  name: SettingName;
  value: Value;
  isFixed: boolean;
  error?: ValueError;
  onChange: (name: SettingName, value: Value) => void;
}

/** The number that was typed; what is none stays as it is, so that it can be refused and repaired. */
const toNumber = (text: string): Value => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text);

const timeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

const Input = ({ name, value, isFixed, onChange }: Omit<SettingFieldProps, 'error'>) => {
  const t = useTranslation();
  const text = String(value);
  const kind = KINDS[name];
  switch (kind) {
    case 'long-text':
      return (
        <Textarea
          value={text}
          disabled={isFixed}
          onChange={(event) => onChange(name, event.target.value)}
        />
      );
    case 'time-zone':
      return (
        <Combobox
          value={text}
          // What is typed is what is sent, and what is no zone is refused: by itself the box takes it when it is left.
          textValue={text}
          allowCustomValue
          disabled={isFixed}
          autocomplete={{ type: 'list', filter: 'contains' }}
          onTextValueChange={(typed) => onChange(name, typed ?? '')}
          onChange={(zone) => {
            if (zone) onChange(name, zone);
          }}
        >
          {timeZones().map((zone) => (
            <ComboboxOption key={zone} value={zone}>
              {zone}
            </ComboboxOption>
          ))}
        </Combobox>
      );
    case 'choice':
      return (
        <Select
          value={text}
          disabled={isFixed}
          options={Object.entries(CHOICES[name] ?? {}).map(([choice, label]) => ({
            value: choice,
            text: t(label),
          }))}
          onChange={(choice) => onChange(name, choice)}
        />
      );
    default:
      return (
        <TextInput
          type={kind === 'address' ? 'url' : 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          autoComplete={kind === 'number' ? 'off' : undefined}
          value={text}
          disabled={isFixed}
          onChange={({ target }) =>
            onChange(name, kind === 'number' ? toNumber(target.value) : target.value)
          }
        />
      );
  }
};

/** One setting. A fixed one can be read and has a lock, which the page explains. */
export const SettingField = ({ error, ...field }: SettingFieldProps) => {
  const t = useTranslation();
  const { name, value, isFixed } = field;
  const language = useLanguageName()(String(value));
  const hint =
    name === 'language'
      ? t('settings.language.hint', {
          name: language === value ? t('settings.language.unknown') : language,
        })
      : t(`settings.${name}.hint`);
  return (
    <ValueField
      name={name}
      label={t(`settings.${name}.label`)}
      hint={hint}
      isFixed={isFixed}
      error={error}
    >
      <Input {...field} />
    </ValueField>
  );
};
