import { Box, Typography, TextButton } from '@strapi/design-system';
import * as React from 'react';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';
import { Section } from './section';

interface ItemSectionProps {
  preview: ArticlePreview;
}

/** The item as the app of a subscriber shows it. */
export const ItemSection = ({ preview: { item, timeZone } }: ItemSectionProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const [isWhole, setIsWhole] = React.useState(false);
  const isCut = item.excerpt !== item.summary.trim();
  return (
    <Section title={t('panel.item')}>
      <Box
        background="neutral100"
        borderColor="neutral200"
        hasRadius
        padding={3}
        style={{ overflowWrap: 'anywhere' }}
      >
        <Typography variant="omega" fontWeight="bold" tag="p" textColor="neutral800">
          {item.title || t('panel.item.noTitle')}
        </Typography>
        <Typography variant="pi" tag="p" textColor="neutral600">
          {item.date ? toDate(item.date) : t('panel.item.dateAtPublication')}
        </Typography>
        <Box paddingTop={2} paddingBottom={2}>
          <Typography
            variant="pi"
            tag="p"
            textColor="neutral800"
            style={{ whiteSpace: 'pre-line' }}
          >
            {(isWhole ? item.summary : item.excerpt) || t('panel.item.noSummary')}
          </Typography>
          {isCut ? (
            <TextButton onClick={() => setIsWhole(!isWhole)} aria-expanded={isWhole} type="button">
              {isWhole ? t('panel.item.less') : t('panel.item.more')}
            </TextButton>
          ) : null}
        </Box>
        <Typography variant="pi" tag="p" textColor={item.link ? 'neutral600' : 'warning700'}>
          {item.link ?? t(item.title ? 'panel.item.noAddress' : 'slug.noHeading.article')}
        </Typography>
      </Box>
    </Section>
  );
};
