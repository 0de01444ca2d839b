import { useDocumentRBAC, useForm } from '@strapi/strapi/admin';
import { Typography } from '@strapi/design-system';

import type { ArticlePreview, PreviewEffect } from '../../../../src/panel/admin-api';
import { Section } from '../../shared/section';
import { useDates } from '../../shared/use-dates';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { isDatedAhead } from '../publishing/latest-preview';
import { OtherChoice } from '../publishing/other-choice';

interface PublishSectionProps {
  preview: ArticlePreview;
  /** Key of the entry. */
  entry: string;
  /** Whether what is saved is published, be it for a date in the future. */
  isPublished: boolean;
}

/** When it happens: not everybody who may write may publish. */
const useMoment = (preview: ArticlePreview): TranslationKey => {
  const mayPublish = useDocumentRBAC('SyndicationEffects', ({ canPublish }) => canPublish);
  if (preview.isPublicAtOnce) return 'panel.effects.save';
  if (!mayPublish) return 'panel.effects.others';
  return isDatedAhead(preview) ? 'panel.effects.schedule' : 'panel.effects';
};

/** What subscribers notice when the form is published as it stands. */
export const PublishSection = ({ preview, entry, isPublished }: PublishSectionProps) => {
  const t = useTranslation();
  const moment = useMoment(preview);
  const toDate = useDates(preview.timeZone);
  const isModified = useForm('SyndicationEffects', ({ modified }) => modified);
  const toText = (effect: PreviewEffect): string => {
    if (effect.code === 'ended') return t('panel.ended', { date: toDate(effect.since) });
    const { code, ...values } = effect;
    const said = 'until' in values ? { until: toDate(values.until) } : values;
    return t(`panel.effect.${code}`, { ...said });
  };
  // What waits for its date and is not changed: the status says when.
  const isWaiting = isPublished && !isModified;
  if (preview.effects.length === 0 || isWaiting) return null;
  return (
    <Section title={t(moment)}>
      <Typography variant="pi" tag="p" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
        {preview.effects.map((effect) => (
          <span key={effect.code} data-effect={effect.code}>
            {toText(effect)}{' '}
          </span>
        ))}
        {preview.publicLink === null ? null : <OtherChoice entry={entry} />}
      </Typography>
    </Section>
  );
};
