import { Field } from '@strapi/design-system';
import type * as React from 'react';

import type { Appearance, AppearanceName } from '../../../../src/pages/appearance';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { FieldHeading } from './field-heading';

/** What each field of the form is given. */
export interface FieldProps<Name extends AppearanceName> {
  name: Name;
  value: Appearance[Name];
  isFixed: boolean;
  /** Tag of the main language, where that has another value by the configuration. */
  fixedIn?: string;
  error?: { message: TranslationKey; places: number[] };
  onChange: (value: Appearance[Name]) => void;
}

interface AppearanceFieldProps {
  name: AppearanceName;
  hint?: string;
  isFixed: boolean;
  fixedIn?: string;
  error?: { message: TranslationKey };
  children: React.ReactNode;
}

/** A label, what is typed in, and what is to be said of it. A fixed value has a lock. */
export const AppearanceField = ({
  name,
  hint,
  isFixed,
  fixedIn,
  error,
  children,
}: AppearanceFieldProps) => {
  const t = useTranslation();
  return (
    <Field.Root name={name} hint={hint} error={error ? t(error.message) : undefined} width="100%">
      <FieldHeading name={name} isFixed={isFixed} fixedIn={fixedIn}>
        <Field.Label>{t(`appearance.${name}.label`)}</Field.Label>
      </FieldHeading>
      {children}
      <Field.Error />
      <Field.Hint />
    </Field.Root>
  );
};
