import { Flex, Loader, Status, Typography } from '@strapi/design-system';

import type { FeedHealth, FeedRow } from '../../../../src/panel/admin-api';
import type { RequestState } from '../../shared/use-request';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

export type Health = RequestState<Record<string, FeedHealth>>;

interface HealthBadgeProps {
  feed: Pick<FeedRow, 'id' | 'published'>;
  health: Health;
}

type Look = [
  variant: 'success' | 'danger' | 'warning' | 'neutral',
  key: TranslationKey,
  count: number,
];

const toLook = (
  { published }: Pick<FeedRow, 'published'>,
  { error, warning }: FeedHealth,
): Look => {
  if (error > 0) return ['danger', 'health.errors', error];
  if (warning > 0) return ['warning', 'health.warnings', warning];
  return published === 0 ? ['neutral', 'health.empty', 0] : ['success', 'health.good', 0];
};

/** Whether subscribers get a feed's articles as they should, in a word. */
export const HealthBadge = ({ feed, health }: HealthBadgeProps) => {
  const t = useTranslation();
  const found = health.data?.[feed.id];
  if (!found && health.isLoading) {
    return (
      <Flex>
        <Loader small>{t('loading')}</Loader>
      </Flex>
    );
  }
  if (!found) return <Typography textColor="neutral600">{t('health.unknown')}</Typography>;
  const [variant, key, count] = toLook(feed, found);
  return (
    <Status variant={variant} size="S" width="min-content">
      <Typography
        tag="span"
        variant="omega"
        fontWeight="bold"
        ellipsis
        // The theme's orange on its own background is too faint to read (WCAG 2.1, 1.4.3).
        textColor={variant === 'warning' ? 'neutral800' : undefined}
      >
        {t(key, { count })}
      </Typography>
    </Status>
  );
};
