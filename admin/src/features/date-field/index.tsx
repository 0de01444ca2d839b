import { InputRenderer, useField, useFocusInputField } from '@strapi/strapi/admin';
import { Box, Field, Flex, TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { FieldProps } from '../../shared/edit-view-props';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';
import { useSchedule } from '../schedule/use-schedule';
import { type DateAttribute, useDatedType } from './dated-type';
import { Pickers } from './pickers';
import { fromPicker, showSameTime, toPicker } from './site-time';

interface MeaningProps {
  iso: string;
  timeZone: string;
}

/** The picked moment in words: in the zone of the site, and where the editor is, if that differs. */
const Meaning = ({ iso, timeZone }: MeaningProps) => {
  const t = useTranslation();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const toSiteDate = useDates(timeZone);
  const toOwnDate = useDates(own);
  return (
    <>
      <Typography tag="span" variant="pi" textColor="neutral800">
        {t('date.meaning', { date: toSiteDate(iso) })}
      </Typography>
      {showSameTime(iso, timeZone, own) ? null : (
        <Typography tag="span" variant="pi" textColor="neutral600">
          {t('date.where', { date: toOwnDate(iso) })}
        </Typography>
      )}
    </>
  );
};

/** The form may hold a date as a text or as a `Date`. */
const toIso = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && !(value instanceof Date)) return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

interface SiteDateFieldProps extends FieldProps {
  /** Of the entry. */
  contentType: string;
}

/**
 * The date of an entry, by the clock of the site wherever the editor is. Kept while the field around it hears
 * of every key stroke in the form.
 */
const SiteDateField = React.memo(
  ({
    contentType,
    name,
    label,
    labelAction,
    hint,
    required = false,
    disabled = false,
  }: SiteDateFieldProps) => {
    const t = useTranslation();
    const id = React.useId();
    const field = useField<unknown>(name);
    const ref = useFocusInputField<HTMLInputElement>(name);
    const { data, error, reload } = useSchedule(contentType, []);
    const timeZone = data?.timeZone;
    const iso = toIso(field.value);
    const value = React.useMemo(
      () => (iso && timeZone ? toPicker(iso, timeZone) : undefined),
      [iso, timeZone],
    );

    const change = (picked: Date | undefined): void => {
      if (!timeZone) return;
      field.onChange(name, picked ? fromPicker(picked, timeZone) : null);
    };

    return (
      <Field.Root
        id={id}
        name={name}
        required={required}
        error={field.error}
        data-testid="syndication-date"
        hint={
          <>
            <Flex tag="span" direction="column" alignItems="stretch" aria-live="polite">
              {timeZone && iso ? <Meaning iso={iso} timeZone={timeZone} /> : null}
              {timeZone && !iso ? (
                <Typography tag="span" variant="pi" textColor="neutral800">
                  {t('date.zone', { timeZone })}
                </Typography>
              ) : null}
            </Flex>
            {hint ? <Box tag="span">{hint}</Box> : null}
          </>
        }
      >
        <Field.Label action={labelAction}>{label}</Field.Label>
        <Pickers
          id={id}
          ref={ref}
          // What is picked before the zone is known could mean anything.
          isDisabled={disabled || !timeZone}
          value={value}
          today={() => toPicker(new Date().toISOString(), timeZone ?? 'UTC')}
          onChange={change}
        />
        {error !== undefined && !timeZone ? (
          <Box role="alert">
            <Typography variant="pi" textColor="danger600">
              {t('date.zoneUnknown')}{' '}
            </Typography>
            <TextButton type="button" onClick={reload}>
              {t('error.retry')}
            </TextButton>
          </Box>
        ) : null}
        <Field.Hint />
        <Field.Error />
      </Field.Root>
    );
  },
);
SiteDateField.displayName = 'SiteDateField';

interface DateFieldProps extends FieldProps {
  attribute: DateAttribute;
}

/** A date that may be that of an entry of a published type; any other is shown as Strapi shows it. */
export const DateField = ({ attribute, ...field }: DateFieldProps) => {
  const contentType = useDatedType(field.name, attribute);
  const { label } = field;
  return contentType === undefined ? (
    <InputRenderer {...field} type="datetime" label={label as string} />
  ) : (
    <SiteDateField {...field} contentType={contentType} />
  );
};
