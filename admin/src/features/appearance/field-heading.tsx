import { Flex, Typography } from '@strapi/design-system';
import { Lock } from '@strapi/icons';
import type * as React from 'react';

import { Fixed } from '../../shared/fixed';
import { useLanguageName } from '../../shared/use-language-name';
import { useTranslation } from '../../shared/use-translation';

interface FieldHeadingProps {
  name: string;
  isFixed: boolean;
  /** Tag of the main language, where that has another value by the configuration. */
  fixedIn?: string;
  /** The label. */
  children: React.ReactNode;
}

/** What stands above a value: what it is called, and whether it is fixed. */
export const FieldHeading = ({ name, isFixed, fixedIn, children }: FieldHeadingProps) => {
  const t = useTranslation();
  const toName = useLanguageName();
  return (
    <Flex justifyContent="space-between" alignItems="center" gap={2} wrap="wrap">
      <Flex gap={2}>
        {children}
        {isFixed ? <Fixed /> : null}
      </Flex>
      {fixedIn !== undefined && !isFixed ? (
        <Flex gap={2} alignItems="center" data-testid={`fixed-in-${name}`}>
          <Lock aria-hidden fill="neutral600" />
          <Typography variant="pi" textColor="neutral600">
            {t('appearance.fixedIn', { language: toName(fixedIn) })}
          </Typography>
        </Flex>
      ) : null}
    </Flex>
  );
};
