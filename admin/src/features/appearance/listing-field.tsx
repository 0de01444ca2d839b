import { Checkbox, Flex, Typography } from '@strapi/design-system';

import { LISTING_PARTS } from '../../../../src/pages/appearance';
import { Fixed } from '../../shared/fixed';
import { useTranslation } from '../../shared/use-translation';
import type { FieldProps } from './field';

/** What a listing shows, part by part. */
export const ListingField = ({ name, value, isFixed, onChange }: FieldProps<'listing'>) => {
  const t = useTranslation();
  const label = `syndication-${name}`;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} role="group" aria-labelledby={label}>
      <Flex gap={2}>
        <Typography id={label} variant="pi" fontWeight="bold" textColor="neutral800">
          {t('appearance.listing.label')}
        </Typography>
        {isFixed ? <Fixed /> : null}
      </Flex>
      {LISTING_PARTS.map((part) => (
        <Checkbox
          key={part}
          checked={value.includes(part)}
          disabled={isFixed}
          onCheckedChange={(isChecked) =>
            onChange(
              LISTING_PARTS.filter((known) =>
                known === part ? isChecked === true : value.includes(known),
              ),
            )
          }
        >
          {t(`appearance.listing.${part}`)}
        </Checkbox>
      ))}
    </Flex>
  );
};
