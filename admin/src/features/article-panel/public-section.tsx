import { Typography } from '@strapi/design-system';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';
import { AddressButtons } from '../../shared/address-buttons';
import { Section } from '../../shared/section';

/** Where readers have the article. */
export const PublicSection = ({
  preview: { publicLink, lastTold, feeds, timeZone, item },
}: {
  preview: ArticlePreview;
}) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  if (publicLink === null) return null;
  // Nobody was told of what is kept out of every feed.
  const isInFeeds = feeds.some(({ now }) => now);
  return (
    <Section title={t('panel.public')}>
      <Typography variant="pi" textColor="neutral700" style={{ overflowWrap: 'anywhere' }}>
        {publicLink}
      </Typography>
      {lastTold === null || !isInFeeds ? null : (
        <Typography variant="pi" textColor="neutral700" data-testid="syndication-last-told">
          {t('panel.lastTold', { date: toDate(lastTold) })}
        </Typography>
      )}
      <AddressButtons address={publicLink} subject={t('panel.public')} title={item.title} />
    </Section>
  );
};
