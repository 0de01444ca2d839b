import { Typography } from '@strapi/design-system';

import { useTranslation } from './use-translation';

/** Says once for a screen by which clock its times are. */
export const Zone = ({ timeZone }: { timeZone: string }) => {
  const t = useTranslation();
  return (
    <Typography variant="pi" tag="p" textColor="neutral600">
      {t('dates.zone', { timeZone })}
    </Typography>
  );
};
