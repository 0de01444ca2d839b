import { Box, Flex, TextInput, Typography } from '@strapi/design-system';
import type * as React from 'react';

import type { Appearance, AppearanceName } from '../../../../src/pages/appearance';
import { useTranslation } from '../../shared/use-translation';
import { ChoiceField } from './choice-field';
import { ColourField } from './colour-field';
import type { AppearanceErrors } from './errors';
import { AppearanceField, type FieldProps } from './field';
import { LinksField } from './links-field';
import { ListingField } from './listing-field';
import { FaviconField, LogoField } from './picture-field';

const Section = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Box background="neutral0" shadow="tableShadow" hasRadius padding={{ initial: 4, medium: 6 }}>
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Typography variant="delta" tag="h2">
        {title}
      </Typography>
      {children}
    </Flex>
  </Box>
);

const FooterField = (field: FieldProps<'footer'>) => {
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

interface AppearanceFormProps {
  /** Everything as it stands in the form. */
  values: Appearance;
  fixed: AppearanceName[];
  /** Values of which the main language has others, by the configuration. */
  fixedIn: { names: AppearanceName[]; language: string };
  errors: AppearanceErrors;
  onChange: <Name extends AppearanceName>(name: Name, value: Appearance[Name]) => void;
}

/** The fields of the appearance. */
export const AppearanceForm = ({
  values,
  fixed,
  fixedIn,
  errors,
  onChange,
}: AppearanceFormProps) => {
  const t = useTranslation();
  const field = <Name extends AppearanceName>(name: Name): FieldProps<Name> => ({
    name,
    value: values[name],
    isFixed: fixed.includes(name),
    fixedIn: fixedIn.names.includes(name) ? fixedIn.language : undefined,
    error: errors[name],
    onChange: (value) => onChange(name, value),
  });
  return (
    <>
      <Section title={t('appearance.section.brand')}>
        <LogoField {...field('logo')} />
        <LogoField {...field('logoDark')} />
        <FaviconField {...field('favicon')} />
      </Section>
      <Section title={t('appearance.section.style')}>
        <ChoiceField
          {...field('theme')}
          options={{
            auto: 'appearance.theme.auto',
            light: 'appearance.theme.light',
            dark: 'appearance.theme.dark',
          }}
        />
        <ColourField {...field('accent')} shade="light" accents={values} />
        <ColourField {...field('accentDark')} shade="dark" accents={values} />
        <ChoiceField
          {...field('font')}
          options={{
            sans: 'appearance.font.sans',
            serif: 'appearance.font.serif',
            rounded: 'appearance.font.rounded',
            mono: 'appearance.font.mono',
          }}
        />
        <ChoiceField
          {...field('width')}
          options={{
            narrow: 'appearance.width.narrow',
            normal: 'appearance.width.normal',
            wide: 'appearance.width.wide',
          }}
        />
      </Section>
      <Section title={t('appearance.section.listing')}>
        <ListingField {...field('listing')} />
      </Section>
      <Section title={t('appearance.section.links')}>
        <LinksField {...field('headerLinks')} />
        <LinksField {...field('footerLinks')} />
        <FooterField {...field('footer')} />
      </Section>
    </>
  );
};
