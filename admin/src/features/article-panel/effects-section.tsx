import { useDocumentRBAC, useForm } from '@strapi/strapi/admin';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Feather } from '@strapi/icons';

import type { ArticlePreview, PreviewEffect } from '../../../../src/panel/admin-api';
import { useDates } from '../../shared/use-dates';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { Section } from '../../shared/section';

interface EffectProps {
  effect: PreviewEffect;
  timeZone: string;
}

const Effect = ({ effect: { code, ...values }, timeZone }: EffectProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const said = 'until' in values ? { until: toDate(values.until) } : values;
  return (
    <Flex tag="li" gap={2} alignItems="flex-start" data-effect={code}>
      <Box paddingTop="2px" aria-hidden>
        <Feather fill="neutral600" width="1.4rem" height="1.4rem" />
      </Box>
      <Typography
        variant="pi"
        textColor="neutral800"
        style={{ minWidth: 0, overflowWrap: 'anywhere' }}
      >
        {t(`panel.effect.${code}`, { ...said })}
      </Typography>
    </Flex>
  );
};

/** When it happens: not everybody who may write may publish. */
const useMoment = (
  { isPublicAtOnce, effects }: ArticlePreview,
  isPublished: boolean,
): TranslationKey => {
  const mayPublish = useDocumentRBAC('SyndicationEffects', ({ canPublish }) => canPublish);
  const isModified = useForm('SyndicationEffects', ({ modified }) => modified);
  const isWaiting = effects.some((effect) => 'until' in effect);
  if (isPublished && !isModified && isWaiting) return 'panel.effects.dated';
  if (isPublicAtOnce) return 'panel.effects.save';
  return mayPublish ? 'panel.effects' : 'panel.effects.others';
};

interface EffectsSectionProps {
  preview: ArticlePreview;
  /** Whether what is saved is published, be it for a date in the future. */
  isPublished: boolean;
}

/** What subscribers notice when the form is published as it stands. */
export const EffectsSection = ({ preview, isPublished }: EffectsSectionProps) => {
  const t = useTranslation();
  const moment = useMoment(preview, isPublished);
  const { effects, timeZone } = preview;
  if (effects.length === 0) return null;
  return (
    <Section title={t(moment)}>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {effects.map((effect) => (
          <Effect key={effect.code} effect={effect} timeZone={timeZone} />
        ))}
      </Flex>
    </Section>
  );
};
