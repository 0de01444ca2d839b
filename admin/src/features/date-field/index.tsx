import {
  InputRenderer,
  unstable_useContentManagerContext,
  useField,
  useFocusInputField,
  useForm,
} from '@strapi/strapi/admin';
import {
  Box,
  darkTheme,
  Field,
  Flex,
  IconButton,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import * as React from 'react';
import { useTheme } from 'styled-components';

import { ARTICLE_UID } from '../../../../src/lib/constants';
import { ownTimeZone, useDates } from '../../shared/dates';
import { type FieldProps, isArticleDate, publishedTypes, useRefusal } from '../../shared/edit-view';
import { useTranslation } from '../../shared/use-translation';
import { useSchedule } from '../schedule/use-schedule';
import {
  type DateInputs,
  FIRST_DAY,
  type DateChange,
  isSkipped,
  LAST_DAY,
  fromRefusedValue,
  haveSameTime,
  toInputs,
  toIso,
  toValue,
  occurrenceOf,
} from './site-time';

/** An attribute of a content type in the admin panel. */
interface DateAttribute {
  type?: string;
  pluginOptions?: object;
}

/**
 * Content type whose publication date a field is; undefined for any other field. A dialog of Strapi may show
 * the form of another type than the address names; only the identity of the attribute tells which.
 */
const useDatedType = (name: string, attribute: DateAttribute): string | undefined => {
  const { contentTypes } = unstable_useContentManagerContext();
  if (isArticleDate(attribute.pluginOptions)) return ARTICLE_UID;
  const types = publishedTypes();
  return contentTypes?.find(
    ({ uid, attributes }) => types[uid]?.source?.date === name && attributes[name] === attribute,
  )?.uid;
};

interface InputsProps {
  /** Id of the field: the inputs share its label and hint. */
  id: string;
  shown: DateInputs;
  /** Whether the inputs hold an invalid or incomplete date. */
  isRefused: boolean;
  /** Whether the field shows an error: not while the user types. */
  hasError: boolean;
  hasTime: boolean;
  isDisabled: boolean;
  /** Receives the inputs' values after every event that may have changed them. */
  onGiven: (given: DateChange) => void;
  onLeave: () => void;
  onClear: () => void;
}

/**
 * The browser's own inputs for a day and a time, in its order and with its calendar. Strapi's inputs take a
 * typed value only on blur.
 */
const Inputs = React.forwardRef<HTMLInputElement, InputsProps>(
  ({ id, shown, isRefused, hasError, hasTime, isDisabled, onGiven, onLeave, onClear }, ref) => {
    const t = useTranslation();
    const isDark = useTheme().colors.neutral0 === darkTheme.colors.neutral0;
    const group = React.useRef<HTMLDivElement>(null);
    const inputs = (): HTMLInputElement[] =>
      Array.from(group.current?.querySelectorAll('input') ?? []);
    const isEmpty = shown.day === '' && shown.time === '' && !isRefused;

    // The value of a partly filled input is empty, so React would clear it. While the value is refused, the
    // input keeps what the user typed.
    const isFilled = React.useRef(false);
    React.useLayoutEffect(() => {
      if (isRefused && isFilled.current) return;
      isFilled.current = true;
      const [day, time] = inputs();
      for (const [input, value] of [
        [day, shown.day],
        [time, shown.time],
      ] as const) {
        if (input && (input.value !== value || input.validity.badInput)) input.value = value;
      }
    }, [isRefused, shown.day, shown.time]);

    const reportInputs = (event: React.SyntheticEvent): void => {
      const [day, time] = inputs();
      onGiven({
        day: day?.value ?? '',
        time: time?.value ?? '',
        isPartial: inputs().some(({ validity }) => !validity.valid),
        isOfDay: event.target === day,
      });
    };
    // A partly filled date changes no value, so Chromium sends no "input" event for it.
    const listeners = { onInput: reportInputs, onKeyDown: reportInputs, onBlur: reportInputs };
    // Strapi's form finds the field to focus by this id.
    const explained = `${id}-${hasError ? 'error' : 'hint'}`;
    const hasClear = !isEmpty && !isDisabled;
    const look = { colorScheme: isDark ? 'dark' : 'light' };

    return (
      <Flex
        ref={group}
        role="group"
        aria-labelledby={`${id}-label`}
        gap={1}
        wrap="wrap"
        onBlur={({ currentTarget, relatedTarget }: React.FocusEvent) => {
          if (!currentTarget.contains(relatedTarget)) onLeave();
        }}
      >
        <Field.Root flex="1 1 16rem" id={id}>
          <TextInput
            ref={ref}
            type="date"
            aria-label={t('date.day')}
            aria-describedby={explained}
            disabled={isDisabled}
            min={FIRST_DAY}
            max={LAST_DAY}
            hasError={hasError}
            style={look}
            {...listeners}
          />
        </Field.Root>
        {/* Together: in a field of half the form's width, the button would wrap to a line of its own. */}
        <Flex gap={1} flex={hasTime ? `1 1 ${hasClear ? '15.6rem' : '12rem'}` : '0 0 auto'}>
          {hasTime ? (
            <Field.Root flex="1">
              <TextInput
                type="time"
                aria-label={t('date.time')}
                aria-describedby={explained}
                disabled={isDisabled}
                hasError={hasError}
                style={look}
                {...listeners}
              />
            </Field.Root>
          ) : null}
          {hasClear ? (
            <IconButton
              label={t('date.clear')}
              onClick={() => {
                onClear();
                inputs()[0]?.focus();
              }}
            >
              <Cross />
            </IconButton>
          ) : null}
        </Flex>
      </Flex>
    );
  },
);

interface MeaningProps {
  iso: string;
  timeZone: string;
}

/** The date in words: in the site's time zone, and in the editor's if that differs. */
const Meaning = ({ iso, timeZone }: MeaningProps) => {
  const t = useTranslation();
  const own = ownTimeZone();
  const toSiteDate = useDates(timeZone);
  const toOwnDate = useDates(own);
  const which = occurrenceOf(iso, timeZone);
  return (
    <>
      <Typography tag="span" variant="pi" textColor="neutral800">
        {t('date.meaning', { date: `${toSiteDate(iso)} (${timeZone})` })}
        {which
          ? ` ${t(which === 'first' ? 'date.first' : 'date.second', { time: toInputs(iso, timeZone).time })}`
          : null}
      </Typography>
      {haveSameTime(iso, timeZone, own) ? null : (
        <Typography tag="span" variant="pi" textColor="neutral600">
          {t('date.where', { date: `${toOwnDate(iso)} (${own})` })}
        </Typography>
      )}
    </>
  );
};

interface SiteDateFieldProps extends FieldProps {
  /** Content type of the entry. */
  contentType: string;
  /** Whether the field has a time. HTML and Strapi write a day alike. */
  hasTime: boolean;
}

/**
 * The publication date of an entry, in the site's time zone. After each event the form holds the value of the
 * inputs, or a value that the server refuses. Memoised, since the form around it renders at every key stroke.
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
    const { data, error } = useSchedule(contentType, []);
    const [isTyping, setIsTyping] = React.useState(false);
    React.useEffect(() => {
      // A user who publishes with the keyboard never leaves the field.
      if (isSubmitting) setIsTyping(false);
    }, [isSubmitting]);
    const timeZone = data?.timeZone;
    const { value } = field;
    const iso = toIso(value);
    const clock = fromRefusedValue(value);
    const isRefused = clock !== undefined;
    const mistake =
      clock && (isSkipped(clock) ? t('date.skipped', { time: clock.time }) : t('date.incomplete'));
    const refusal = useRefusal(field.error, value);
    const said = isTyping ? undefined : (mistake ?? refusal);
    const all = toInputs(value, timeZone ?? 'UTC');
    const shown = hasTime || isRefused ? all : { day: all.day && String(value), time: '' };

    const change = (next: string | null): void => field.onChange(name, next);

    const take = (given: DateChange): void => {
      if (!timeZone) return;
      const isSame = given.day === shown.day && given.time === shown.time;
      // An unchanged input keeps the value with its seconds.
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
          // Without the time zone, a given time would be ambiguous.
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
          <Typography variant="pi" tag="p" textColor="danger600" role="alert">
            {t('date.zoneUnknown')}
          </Typography>
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

/**
 * A date field. A field that is not the date of a published type looks as in Strapi. Strapi's own field loses a date
 * that is typed right before the key for Publish: what was meant for later would go public at once.
 */
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
