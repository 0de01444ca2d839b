import { InputRenderer, useField, useFocusInputField, useForm } from '@strapi/strapi/admin';
import { Box, Field, Flex, TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { FieldProps } from '../../shared/edit-view-props';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';
import { useSchedule } from '../schedule/use-schedule';
import { type DateAttribute, useDatedType } from './dated-type';
import { Inputs } from './inputs';
import {
  type Given,
  isSkipped,
  refused,
  showSameTime,
  toClock,
  toIso,
  toValue,
  whichOfTwo,
} from './site-time';

interface MeaningProps {
  iso: string;
  timeZone: string;
}

/** The date in words: in the zone of the site, and where the editor is, if that differs. */
const Meaning = ({ iso, timeZone }: MeaningProps) => {
  const t = useTranslation();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const toSiteDate = useDates(timeZone);
  const toOwnDate = useDates(own);
  const which = whichOfTwo(iso, timeZone);
  return (
    <>
      <Typography tag="span" variant="pi" textColor="neutral800">
        {t('date.meaning', { date: `${toSiteDate(iso)} (${timeZone})` })}
        {which
          ? ` ${t(which === 'first' ? 'date.first' : 'date.second', { time: toClock(iso, timeZone).time })}`
          : null}
      </Typography>
      {showSameTime(iso, timeZone, own) ? null : (
        <Typography tag="span" variant="pi" textColor="neutral600">
          {t('date.where', { date: `${toOwnDate(iso)} (${own})` })}
        </Typography>
      )}
    </>
  );
};

/** What is wrong with what the inputs hold. */
const useRefusal = (value: unknown): string | undefined => {
  const t = useTranslation();
  const clock = refused(value);
  if (!clock) return undefined;
  return isSkipped(clock) ? t('date.skipped', { time: clock.time }) : t('date.incomplete');
};

interface SiteDateFieldProps extends FieldProps {
  /** Of the entry. */
  contentType: string;
  /** Of a day alone, HTML and Strapi write the value alike. */
  hasTime: boolean;
}

/**
 * The date of an entry, by the clock of the site wherever the editor is. What its inputs show is the form's
 * value after each event, or else a value that the server refuses. Kept while the field around it hears of
 * every key stroke in the form.
 */
const SiteDateField = React.memo(
  ({
    contentType,
    hasTime,
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
    const isSubmitting = useForm('SyndicationDate', (state) => state.isSubmitting);
    const { data, error, reload } = useSchedule(contentType, []);
    const [isTyping, setIsTyping] = React.useState(false);
    // Strapi's form keeps what the server said of the value before.
    const [isChanged, setIsChanged] = React.useState(false);
    React.useEffect(() => {
      if (!isSubmitting) return;
      // Whoever publishes with the keyboard is still in the field.
      setIsTyping(false);
      setIsChanged(false);
    }, [isSubmitting]);
    const timeZone = data?.timeZone;
    const { value } = field;
    const iso = toIso(value);
    const isRefused = refused(value) !== undefined;
    const refusal = useRefusal(value);
    const said = isTyping ? undefined : (refusal ?? (isChanged ? undefined : field.error));
    const shown = React.useMemo(() => {
      const clock = toClock(value, timeZone ?? 'UTC');
      return hasTime || isRefused ? clock : { day: clock.day && String(value), time: '' };
    }, [value, timeZone, hasTime, isRefused]);

    const change = (next: string | null): void => {
      setIsChanged(true);
      field.onChange(name, next);
    };

    const take = (given: Given): void => {
      if (!timeZone) return;
      const isSame = given.day === shown.day && given.time === shown.time;
      // What is only looked at stays as it is, with its seconds.
      if (isSame && given.isPartial === isRefused) return;
      const next = hasTime || given.isPartial ? toValue(given, timeZone) : given.day || null;
      if (next === (value ?? null)) return;
      setIsTyping(true);
      change(next);
    };

    return (
      <Field.Root
        id={id}
        name={name}
        required={required}
        error={said}
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
        <Inputs
          id={id}
          ref={ref}
          // What is given before the zone is known could mean anything.
          isDisabled={disabled || !timeZone}
          shown={shown}
          isRefused={isRefused}
          hasError={said !== undefined}
          hasTime={hasTime}
          onGiven={take}
          onLeave={() => setIsTyping(false)}
          onClear={() => change(null)}
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
        <Box aria-live="polite">
          <Field.Error />
        </Box>
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
  const type = attribute.type === 'date' ? 'date' : 'datetime';
  return contentType === undefined ? (
    <InputRenderer {...field} type={type} label={label as string} />
  ) : (
    <SiteDateField {...field} contentType={contentType} hasTime={type === 'datetime'} />
  );
};
