import { Box, Flex, Typography } from '@strapi/design-system';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import type { FieldLabel } from '../../shared/field-label';
import { Section } from '../../shared/section';
import { useLanguageName } from '../../shared/use-language-name';
import { useTranslation } from '../../shared/use-translation';
import { Address } from './address';

interface PageSectionProps {
  preview: ArticlePreview;
  label: FieldLabel;
}

/** What a page of its own is, where it is, and why nobody sees it yet. */
export const PageSection = ({ preview, label }: PageSectionProps) => {
  const t = useTranslation();
  const nameOf = useLanguageName();
  const { language, reasons } = preview;
  const has = (code: (typeof reasons)[number]['code']): boolean =>
    reasons.some((reason) => reason.code === code);
  const lines = [
    t('panel.page.explained'),
    ...(language === null ? [] : [t('panel.language', { language: nameOf(language) })]),
    ...(has('draft') ? [t('panel.page.draft')] : []),
    ...(has('not-in-language') ? [t('panel.reason.not-in-language')] : []),
  ];
  return (
    <Section title={t('panel.page')}>
      <Flex direction="column" alignItems="stretch" gap={2}>
        {lines.map((line) => (
          <Typography key={line} variant="pi" tag="p" textColor="neutral700">
            {line}
          </Typography>
        ))}
        <Box style={{ overflowWrap: 'anywhere' }} data-testid="syndication-page">
          <Address preview={preview} label={label} />
        </Box>
      </Flex>
    </Section>
  );
};
