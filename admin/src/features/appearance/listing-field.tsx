import { Checkbox, Flex, Typography } from '@strapi/design-system';

import { LISTING_PARTS } from '../../../../src/pages/appearance';
import { useTranslation } from '../../shared/use-translation';
import type { FieldProps } from './field';
import { FieldHeading } from './field-heading';

/** What a listing shows, part by part. */
export const ListingField = ({
  name,
  value,
  isFixed,
  fixedIn,
  onChange,
}: FieldProps<'listing'>) => {
  const t = useTranslation();
  const label = `syndication-${name}`;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} role="group" aria-labelledby={label}>
      <FieldHeading name={name} isFixed={isFixed} fixedIn={fixedIn}>
        <Typography id={label} variant="pi" fontWeight="bold" textColor="neutral800">
          {t('appearance.listing.label')}
        </Typography>
      </FieldHeading>
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
