import { Combobox, ComboboxOption, Textarea, TextInput } from '@strapi/design-system';

import type { SettingName } from '../../../../src/lib/constants';
import { Select } from '../../shared/choices';
import { type ValueError, ValueField } from '../../shared/editor';
import { useContentChoosers, useLanguageName } from '../../shared/names';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

type Value = string | number;
type Kind = 'text' | 'long-text' | 'address' | 'time-zone' | 'number' | 'choice';

/** Kind of input of each setting. */
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

/** Labels of the choices. */
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

/** The typed number. Any other text stays as typed: the server refuses it, and the user can correct it. */
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
          // Keep every typed text, so that the server refuses a wrong zone: the combobox alone reports a text on blur.
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

/** One setting. A setting fixed by the configuration is read-only and has a lock. */
export const SettingField = ({ error, ...field }: SettingFieldProps) => {
  const t = useTranslation();
  const { name, value, isFixed } = field;
  const types = useContentChoosers(name === 'content');
  const language = useLanguageName()(String(value));
  const hint =
    name === 'language'
      ? t('settings.language.hint', {
          name: language === value ? t('settings.language.unknown') : language,
        })
      : t(`settings.${name}.hint`, { types });
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
