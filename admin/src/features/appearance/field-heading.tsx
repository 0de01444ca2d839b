import { Button, Flex, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { AppearanceName } from '../../../../src/pages/appearance';
import { Fixed } from '../../shared/fixed';
import { useTranslation } from '../../shared/use-translation';

/** Whose a value is in a locale: its own, or that of the whole site. */
export interface Origin {
  isOwn: boolean;
  /** Takes the site's again. */
  onGiveBack: () => void;
}

const OriginMark = ({ name, origin }: { name: AppearanceName; origin: Origin }) => {
  const t = useTranslation();
  const mark = React.useRef<HTMLSpanElement>(null);
  const giveBack = (): void => {
    origin.onGiveBack();
    // The button goes.
    mark.current?.focus();
  };
  return (
    <Flex gap={2} alignItems="center" wrap="wrap" data-testid={`origin-${name}`}>
      <Typography
        ref={mark}
        tabIndex={-1}
        variant="pi"
        fontWeight={origin.isOwn ? 'bold' : undefined}
        textColor={origin.isOwn ? 'primary600' : 'neutral600'}
      >
        {origin.isOwn ? t('appearance.origin.own') : t('appearance.origin.site')}
      </Typography>
      {origin.isOwn ? (
        <Button
          type="button"
          variant="tertiary"
          size="S"
          aria-label={`${t('appearance.origin.giveBack')}: ${t(`appearance.${name}.label`)}`}
          onClick={giveBack}
        >
          {t('appearance.origin.giveBack')}
        </Button>
      ) : null}
    </Flex>
  );
};

interface FieldHeadingProps {
  name: AppearanceName;
  isFixed: boolean;
  origin?: Origin;
  /** The label. */
  children: React.ReactNode;
}

/** What stands above a value: what it is called, whether it is fixed, and whose it is. */
export const FieldHeading = ({ name, isFixed, origin, children }: FieldHeadingProps) => (
  <Flex justifyContent="space-between" alignItems="center" gap={2} wrap="wrap">
    <Flex gap={2}>
      {children}
      {isFixed ? <Fixed /> : null}
    </Flex>
    {origin && !isFixed ? <OriginMark name={name} origin={origin} /> : null}
  </Flex>
);
