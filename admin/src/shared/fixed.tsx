import { Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import { Lock } from '@strapi/icons';

import { useTranslation } from './use-translation';

/** The mark of a value that `config/plugins.ts` gives. */
export const Fixed = () => {
  const t = useTranslation();
  return (
    <>
      <Lock aria-hidden fill="neutral600" />
      <VisuallyHidden>{t('settings.fixed.mark')}</VisuallyHidden>
    </>
  );
};

/** Says, once for a page, what the mark means. */
export const FixedExplained = () => {
  const t = useTranslation();
  return (
    <Flex gap={2} alignItems="flex-start">
      <Lock aria-hidden fill="neutral600" />
      <Typography tag="p" textColor="neutral700">
        {t('settings.fixed.explained')}
      </Typography>
    </Flex>
  );
};
