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
  type Clock,
  FIRST_DAY,
  type Given,
  isSkipped,
  LAST_DAY,
  refused,
  showSameTime,
  toClock,
  toIso,
  toValue,
  whichOfTwo,
} from './site-time';

/** An attribute of a content type, as the panel has it. */
interface DateAttribute {
  type?: string;
  pluginOptions?: object;
}

/**
 * Content type of the entries that a field dates; undefined where it dates none that are published. In a
 * dialog of Strapi's another type's form is open than the address names, and nothing tells it but the
 * attribute itself.
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
  /** Of the field, whose label and hint are theirs too. */
  id: string;
  shown: Clock;
  /** Whether the inputs hold what is no date. */
  isRefused: boolean;
  /** Whether the field says so: not while somebody types. */
  hasError: boolean;
  hasTime: boolean;
  isDisabled: boolean;
  /** Hears of every event that may have changed something. */
  onGiven: (given: Given) => void;
  onLeave: () => void;
  onClear: () => void;
}

/**
 * A day and a time, as the browser has them: in its order, with its calendar. Strapi's own inputs take what
 * was typed only when they are left.
 */
const Inputs = React.forwardRef<HTMLInputElement, InputsProps>(
  ({ id, shown, isRefused, hasError, hasTime, isDisabled, onGiven, onLeave, onClear }, ref) => {
    const t = useTranslation();
    const isDark = useTheme().colors.neutral0 === darkTheme.colors.neutral0;
    const group = React.useRef<HTMLDivElement>(null);
    const inputs = (): HTMLInputElement[] =>
      Array.from(group.current?.querySelectorAll('input') ?? []);
    const isEmpty = shown.day === '' && shown.time === '' && !isRefused;

    // React would empty an input that holds part of a date: its value is empty. So what a user put in stays
    // until it is refused no more.
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

    const tell = (event: React.SyntheticEvent): void => {
      const [day, time] = inputs();
      onGiven({
        day: day?.value ?? '',
        time: time?.value ?? '',
        isPartial: inputs().some(({ validity }) => !validity.valid),
        isOfDay: event.target === day,
      });
    };
    // Part of a date is no new value: Chromium sends no "input" event for it.
    const listeners = { onInput: tell, onKeyDown: tell, onBlur: tell };
    // Strapi's form finds by this what to focus.
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
        {/* Together: the button alone would stand in a line of its own, as the field has half of a form. */}
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

/** The date in words: in the zone of the site, and where the editor is, if that differs. */
const Meaning = ({ iso, timeZone }: MeaningProps) => {
  const t = useTranslation();
  const own = ownTimeZone();
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
    const { data, error } = useSchedule(contentType, []);
    const [isTyping, setIsTyping] = React.useState(false);
    React.useEffect(() => {
      // Whoever publishes with the keyboard is still in the field.
      if (isSubmitting) setIsTyping(false);
    }, [isSubmitting]);
    const timeZone = data?.timeZone;
    const { value } = field;
    const iso = toIso(value);
    const clock = refused(value);
    const isRefused = clock !== undefined;
    const mistake =
      clock && (isSkipped(clock) ? t('date.skipped', { time: clock.time }) : t('date.incomplete'));
    const refusal = useRefusal(field.error, value);
    const said = isTyping ? undefined : (mistake ?? refusal);
    const shown = React.useMemo(() => {
      const all = toClock(value, timeZone ?? 'UTC');
      return hasTime || isRefused ? all : { day: all.day && String(value), time: '' };
    }, [value, timeZone, hasTime, isRefused]);

    const change = (next: string | null): void => field.onChange(name, next);

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
