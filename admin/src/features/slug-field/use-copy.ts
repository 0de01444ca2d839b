import { useForm } from '@strapi/strapi/admin';
import * as React from 'react';
import { useIntl } from 'react-intl';

import { copyTitle } from '../../../../src/content/copy-title';

/**
 * Starts the form of a copy with a title of its own, and without the original's slug and date. The
 * server would do so too; here the editor sees it.
 */
export const useCopy = (original: string | undefined, headingName: string, name: string): void => {
  const { locale } = useIntl();
  const onChange = useForm('SyndicationCopy', (form) => form.onChange);
  // Any other form is not followed: it would be drawn anew with each key stroke.
  const values: object | undefined = useForm('SyndicationCopy', (form) =>
    original === undefined ? undefined : form.values,
  );
  const started = React.useRef<string>();

  React.useEffect(() => {
    if (!original || !values || started.current === original) return;
    started.current = original;
    const heading: unknown = Object.entries(values).find(([key]) => key === headingName)?.[1];
    if (typeof heading === 'string') onChange(headingName, copyTitle(heading, locale));
    onChange(name, '');
    if ('date' in values) onChange('date', undefined);
  }, [original, headingName, name, locale, onChange, values]);
};
