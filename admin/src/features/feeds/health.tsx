import { Flex, Loader, type StatusProps, Typography } from '@strapi/design-system';

import type { FeedHealth, FeedRow } from '../../../../src/panel/admin-api';
import { StatusBadge } from '../../shared/blocks';
import { PROBLEMS_PERMISSIONS, useMay } from '../../shared/permissions';
import { type RequestState, useAnswer } from '../../shared/use-request';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

export type Health = RequestState<Record<string, FeedHealth>>;

interface HealthBadgeProps {
  feed: Pick<FeedRow, 'id' | 'published'>;
  health: Health;
}

type Look = [variant: StatusProps['variant'], key: TranslationKey, count: number];

const toLook = (published: number, { error, warning }: FeedHealth): Look => {
  if (error > 0) return ['danger', 'health.errors', error];
  if (warning > 0) return ['warning', 'health.warnings', warning];
  return published === 0 ? ['neutral', 'health.empty', 0] : ['success', 'health.good', 0];
};

/** The health of feeds; undefined without permission. A separate request, since the server reads whole articles. */
export const useHealth = (ids: string[]): Health | undefined => {
  const maySeeProblems = useMay(PROBLEMS_PERMISSIONS);
  const feeds = ids.map(encodeURIComponent).join(',');
  const path = maySeeProblems && feeds !== '' ? `health?feeds=${feeds}` : undefined;
  const health = useAnswer<Record<string, FeedHealth>>(path);
  return maySeeProblems ? health : undefined;
};

/** The health of a feed, in a word. */
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
  const [variant, key, count] = toLook(feed.published, found);
  return <StatusBadge variant={variant}>{t(key, { count })}</StatusBadge>;
};
