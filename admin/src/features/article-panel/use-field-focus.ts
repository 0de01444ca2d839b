import { useForm } from '@strapi/strapi/admin';
import * as React from 'react';
import { useLocation } from 'react-router-dom';

import type { FieldLabel } from '../../shared/field-label';
import { placeInState, type ProblemPlace } from '../../shared/problem-place';
import { findNamed, focusField } from './focus-field';

const at = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], values);

/**
 * What leads to a field of the form, and to a link or picture in it. An address with `?field=` does so by
 * itself: Strapi leaves its editors of rich text out.
 *
 * @param isShown whether the form is there
 */
export const useFieldFocus = (
  label: FieldLabel,
  isShown: boolean,
): ((field: string, place?: ProblemPlace) => void) => {
  const values = useForm('SyndicationFieldFocus', (state) => state.values);
  const { pathname, search, state } = useLocation();
  const followed = React.useRef<string>();
  const toField = (name: string, place?: ProblemPlace): void =>
    focusField({ name, label: label(name), value: at(values, name), place });

  React.useEffect(() => {
    const field = new URLSearchParams(search).get('field');
    const way = `${pathname} ${field}`;
    if (!isShown || field === null || followed.current === way) return;
    followed.current = way;
    if (!findNamed(field)) toField(field, placeInState(state));
  });

  return toField;
};
