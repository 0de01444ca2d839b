import { DatePicker, Field, Flex, TimePicker } from '@strapi/design-system';
import * as React from 'react';
import { useIntl } from 'react-intl';

import { useTranslation } from '../../shared/use-translation';
import { atTime, onDay } from './site-time';

/** As in Strapi's own field. */
const LAST = new Date(2099, 11, 31);

/** How the picker of times writes them. */
const TIME = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

/** The picker of days takes the day that it is in UTC. */
const toDay = (date: Date): Date =>
  new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));

interface PickersProps {
  /** Of the field, whose label and hint are theirs too. */
  id: string;
  value: Date | undefined;
  isDisabled: boolean;
  /** The date that a time is of when no day was picked. */
  today: () => Date;
  onChange: (picked: Date | undefined) => void;
}

/**
 * A day and a time. Strapi has both in one, which takes "14.30" of Indonesian for no date at all, and
 * names its buttons half in English.
 */
export const Pickers = React.forwardRef<HTMLInputElement, PickersProps>(
  ({ id, value, isDisabled, today, onChange }, ref) => {
    const t = useTranslation();
    const { locale } = useIntl();
    const day = React.useMemo(() => value && toDay(value), [value]);
    const time = value && new Intl.DateTimeFormat(locale, TIME).format(value);
    const changeTime = (text: string | undefined): void => {
      const picked = text === undefined ? undefined : atTime(text, value ?? today());
      if (picked) onChange(picked);
    };
    return (
      <Flex role="group" aria-labelledby={`${id}-label`} gap={1} wrap="wrap">
        {/* As wide as a whole date on a phone, where letters are larger; the time goes below where both have no room. */}
        <Field.Root flex="1 1 19rem" id={id}>
          <DatePicker
            ref={ref}
            aria-label={t('date.day')}
            aria-describedby={`${id}-hint`}
            clearLabel={t('date.clear')}
            disabled={isDisabled}
            maxDate={LAST}
            value={day}
            onChange={(picked) => onChange(picked && onDay(picked, value))}
            onClear={() => onChange(undefined)}
          />
        </Field.Root>
        <Field.Root flex="1 1 13rem">
          <TimePicker
            aria-label={t('date.time')}
            disabled={isDisabled}
            value={time ?? ''}
            onChange={changeTime}
          />
        </Field.Root>
      </Flex>
    );
  },
);
