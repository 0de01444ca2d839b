import { Box, Button, Field, Flex, IconButton, TextInput, Typography } from '@strapi/design-system';
import { Plus, Trash } from '@strapi/icons';

import { MAXIMUM_LINKS, type SiteLink } from '../../../../src/pages/appearance';
import { useTranslation } from '../../shared/use-translation';
import type { FieldProps } from './field';
import { FieldHeading } from './field-heading';

interface LinkRowProps {
  link: SiteLink;
  /** Place in the list, from 1. */
  number: number;
  isFixed: boolean;
  hasError: boolean;
  onChange: (link: SiteLink) => void;
  onRemove: () => void;
}

const LinkRow = ({ link, number, isFixed, hasError, onChange, onRemove }: LinkRowProps) => {
  const t = useTranslation();
  return (
    <Flex tag="li" gap={2} alignItems="flex-end">
      <Field.Root flex="2" minWidth={0} error={hasError}>
        <Field.Label>{t('appearance.links.label', { number })}</Field.Label>
        <TextInput
          value={link.label}
          disabled={isFixed}
          onChange={(event) => onChange({ ...link, label: event.target.value })}
        />
      </Field.Root>
      <Field.Root flex="3" minWidth={0} error={hasError}>
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
  );
};

/** A row of links, each with what it is called and where it leads. */
export const LinksField = ({
  name,
  value,
  isFixed,
  fixedIn,
  error,
  onChange,
}: FieldProps<'headerLinks' | 'footerLinks'>) => {
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
      <FieldHeading name={name} isFixed={isFixed} fixedIn={fixedIn}>
        <Typography id={label} variant="pi" fontWeight="bold" textColor="neutral800">
          {t(`appearance.${name}.label`)}
        </Typography>
      </FieldHeading>
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
                onChange(value.map((before, place) => (place === index ? changed : before)))
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
    </Flex>
  );
};
