import {
  Box,
  Button,
  Checkbox,
  Field,
  Flex,
  IconButton,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { Plus, Trash } from '@strapi/icons';
import type * as React from 'react';

import {
  type Appearance,
  type AppearanceName,
  LISTING_PARTS,
  MAXIMUM_LINKS,
  type SiteLink,
} from '../../../../src/pages/appearance';
import { Select } from '../../shared/choices';
import { FieldHeading, type ValueError, ValueField } from '../../shared/editor';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

/** Properties of each field of the form. */
export interface FieldProps<Name extends AppearanceName> {
  name: Name;
  value: Appearance[Name];
  isFixed: boolean;
  error?: ValueError;
  onChange: (value: Appearance[Name]) => void;
}

type AppearanceFieldProps = Omit<FieldProps<AppearanceName>, 'value' | 'onChange'> & {
  hint?: string;
  children: React.ReactNode;
};

export const AppearanceField = (field: AppearanceFieldProps) => {
  const t = useTranslation();
  return <ValueField {...field} label={t(`appearance.${field.name}.label`)} />;
};

type ChoiceName = 'font' | 'width' | 'theme';

interface ChoiceFieldProps<Name extends ChoiceName> extends FieldProps<Name> {
  choices: readonly Appearance[Name][];
  /** Translation key of a choice's label. */
  toKey: (choice: Appearance[Name]) => TranslationKey;
}

export const ChoiceField = <Name extends ChoiceName>({
  choices,
  toKey,
  ...field
}: ChoiceFieldProps<Name>) => {
  const t = useTranslation();
  return (
    <AppearanceField {...field}>
      <Select
        value={field.value}
        disabled={field.isFixed}
        options={choices.map((value) => ({ value, text: t(toKey(value)) }))}
        onChange={(choice) => field.onChange(choice as Appearance[Name])}
      />
    </AppearanceField>
  );
};

export const FooterField = (field: FieldProps<'footer'>) => {
  const t = useTranslation();
  return (
    <AppearanceField {...field} hint={t('appearance.footer.hint')}>
      <TextInput
        value={field.value}
        disabled={field.isFixed}
        onChange={(event) => field.onChange(event.target.value)}
      />
    </AppearanceField>
  );
};

/** Groups several inputs that make up one value. */
const Group = ({ name, isFixed, children }: Omit<AppearanceFieldProps, 'hint'>) => {
  const t = useTranslation();
  const label = `syndication-${name}`;
  return (
    <Flex
      direction="column"
      alignItems="stretch"
      gap={3}
      role="group"
      aria-labelledby={label}
      data-testid={label}
    >
      <FieldHeading isFixed={isFixed}>
        <Typography id={label} variant="pi" fontWeight="bold" textColor="neutral800">
          {t(`appearance.${name}.label`)}
        </Typography>
      </FieldHeading>
      {children}
    </Flex>
  );
};

/** Checkboxes for the parts that a listing shows. */
export const ListingField = ({ value, onChange, ...field }: FieldProps<'listing'>) => {
  const t = useTranslation();
  const toggle = (part: string, isShown: boolean): void =>
    onChange(LISTING_PARTS.filter((one) => (one === part ? isShown : value.includes(one))));
  return (
    <Group {...field}>
      {LISTING_PARTS.map((part) => (
        <Checkbox
          key={part}
          // High contrast would hide the tick: white on white.
          style={{ forcedColorAdjust: 'none' }}
          checked={value.includes(part)}
          disabled={field.isFixed}
          onCheckedChange={(isChecked) => toggle(part, isChecked === true)}
        >
          {t(`appearance.listing.${part}`)}
        </Checkbox>
      ))}
    </Group>
  );
};

interface LinkRowProps {
  link: SiteLink;
  /** Position in the list, from 1. */
  number: number;
  isFixed: boolean;
  hasError: boolean;
  onChange: (link: SiteLink) => void;
  onRemove: () => void;
}

const LinkRow = ({ link, number, isFixed, hasError, onChange, onRemove }: LinkRowProps) => {
  const t = useTranslation();
  return (
    <Flex tag="li" gap={2} alignItems="flex-end" wrap="wrap">
      <Field.Root flex="2 1 14rem" minWidth={0} error={hasError}>
        <Field.Label>{t('appearance.links.label', { number })}</Field.Label>
        <TextInput
          value={link.label}
          disabled={isFixed}
          onChange={(event) => onChange({ ...link, label: event.target.value })}
        />
      </Field.Root>
      <Flex flex="3 1 20rem" gap={2} alignItems="flex-end">
        <Field.Root flex="1" minWidth={0} error={hasError}>
          <Field.Label>{t('appearance.links.address', { number })}</Field.Label>
          <TextInput
            value={link.address}
            disabled={isFixed}
            placeholder="/about/"
            spellCheck={false}
            onChange={(event) => onChange({ ...link, address: event.target.value.trim() })}
          />
        </Field.Root>
        {isFixed ? null : (
          <IconButton
            type="button"
            size="L"
            variant="tertiary"
            label={t('appearance.links.remove', { number })}
            onClick={onRemove}
          >
            <Trash />
          </IconButton>
        )}
      </Flex>
    </Flex>
  );
};

/** A list of links, each with a label and an address. */
export const LinksField = ({
  value,
  onChange,
  ...field
}: FieldProps<'headerLinks' | 'footerLinks'>) => {
  const t = useTranslation();
  const { name, isFixed, error } = field;
  return (
    <Group {...field}>
      {value.length > 0 ? (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
          {value.map((link, index) => (
            <LinkRow
              key={index}
              link={link}
              number={index + 1}
              isFixed={isFixed}
              hasError={error?.places.includes(index) ?? false}
              onChange={(changed) =>
                onChange(value.map((one, place) => (place === index ? changed : one)))
              }
              onRemove={() => onChange(value.filter((_link, place) => place !== index))}
            />
          ))}
        </Flex>
      ) : null}
      {error ? (
        <Typography variant="pi" textColor="danger600" role="alert">
          {t(error.message)}
        </Typography>
      ) : null}
      {isFixed || value.length >= MAXIMUM_LINKS ? null : (
        <Box>
          <Button
            type="button"
            variant="tertiary"
            startIcon={<Plus />}
            onClick={() => onChange([...value, { label: '', address: '' }])}
          >
            {t('appearance.links.add')}
          </Button>
        </Box>
      )}
      <Typography variant="pi" textColor="neutral600">
        {t(`appearance.${name}.hint`)}
      </Typography>
    </Group>
  );
};
