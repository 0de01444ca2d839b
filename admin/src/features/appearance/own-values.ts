import type { AppearanceResponse, OwnAppearance } from '../../../../src/panel/admin-api';
import {
  type Appearance,
  APPEARANCE_NAMES,
  type AppearanceName,
} from '../../../../src/pages/appearance';

/** What there is, where some of it has values of its own. */
export const inForce = (own: OwnAppearance, otherwise: Appearance): Appearance =>
  Object.fromEntries(
    APPEARANCE_NAMES.map((name) => {
      const value = own[name];
      return [name, value ? value.value : otherwise[name]];
    }),
  ) as unknown as Appearance;

/** What a value that was typed makes of it: typed back to what it was before, it is as before. */
export const toOwn = <Name extends AppearanceName>(
  name: Name,
  value: Appearance[Name],
  { values, otherwise }: Pick<AppearanceResponse, 'values' | 'otherwise'>,
): OwnAppearance[Name] => {
  const isAsBefore = JSON.stringify(value) === JSON.stringify(otherwise[name]);
  return (values[name] === null && isAsBefore ? null : { value }) as OwnAppearance[Name];
};
