import { darkTheme, Field, Flex, IconButton, TextInput } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import * as React from 'react';
import { useTheme } from 'styled-components';

import { useTranslation } from '../../shared/use-translation';
import { type Clock, FIRST_DAY, type Given, LAST_DAY } from './site-time';

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
export const Inputs = React.forwardRef<HTMLInputElement, InputsProps>(
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
