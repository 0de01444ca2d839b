import { Flex, TextButton, Typography } from '@strapi/design-system';
import { Lock } from '@strapi/icons';
import * as React from 'react';

import type { AppearanceName } from '../../../../src/pages/appearance';
import { Fixed } from '../../shared/fixed';
import { useLanguageName } from '../../shared/use-language-name';
import { useTranslation } from '../../shared/use-translation';

/** Whose a value is in a locale: its own, or that of the whole site. */
interface OriginInLocale {
  isOwn: boolean;
  /** Takes the site's again. */
  onGiveBack: () => void;
}

/** Where a value of the whole site is not that of its main language. */
interface OriginInSite {
  /** Tag of that language, which has another one by the configuration. */
  fixedIn: string;
}

/** Where a value is from, and where it is another. */
export type Origin = OriginInLocale | OriginInSite;

interface MarkProps<Shown extends Origin> {
  name: AppearanceName;
  origin: Shown;
}

const LocaleMark = ({ name, origin }: MarkProps<OriginInLocale>) => {
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
        textColor={origin.isOwn ? 'neutral800' : 'neutral600'}
      >
        {origin.isOwn ? t('appearance.origin.own') : t('appearance.origin.site')}
      </Typography>
      {origin.isOwn ? (
        <TextButton
          type="button"
          // A button with a border would have no room beside a long label; a finger needs this height.
          style={{ minHeight: '2.4rem' }}
          aria-label={`${t('appearance.origin.giveBack')}: ${t(`appearance.${name}.label`)}`}
          onClick={giveBack}
        >
          {t('appearance.origin.giveBack')}
        </TextButton>
      ) : null}
    </Flex>
  );
};

const SiteMark = ({ name, origin }: MarkProps<OriginInSite>) => {
  const t = useTranslation();
  const toName = useLanguageName();
  return (
    <Flex gap={2} alignItems="center" data-testid={`origin-${name}`}>
      <Lock aria-hidden fill="neutral600" />
      <Typography variant="pi" textColor="neutral600">
        {t('appearance.origin.fixedIn', { language: toName(origin.fixedIn) })}
      </Typography>
    </Flex>
  );
};

const OriginMark = ({ name, origin }: MarkProps<Origin>) =>
  'fixedIn' in origin ? (
    <SiteMark name={name} origin={origin} />
  ) : (
    <LocaleMark name={name} origin={origin} />
  );

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
