import { useForm } from '@strapi/strapi/admin';
import { Box, Typography } from '@strapi/design-system';
import { useParams } from 'react-router-dom';

import { ScheduledBadge } from '../../shared/scheduled-badge';
import { useTranslation } from '../../shared/use-translation';
import { useSchedule } from './use-schedule';

interface SavedValues {
  updatedAt?: string;
  status?: string;
}

interface BadgeProps {
  contentType: string;
  /** None for an entry that is not saved yet. */
  documentId?: string;
}

const Badge = ({ contentType, documentId }: BadgeProps) => {
  const t = useTranslation();
  // What was just saved, published or withdrawn asks anew.
  const version = useForm('SyndicationSchedule', ({ initialValues, isSubmitting }) => {
    const { updatedAt, status }: SavedValues = initialValues;
    return [updatedAt, status, isSubmitting].join(' ');
  });
  const { data } = useSchedule(contentType, documentId ? [documentId] : [], version);
  const date = documentId && data?.scheduled[documentId];
  return (
    <Box width="100%" role="status">
      {data && date ? (
        <ScheduledBadge date={date} timeZone={data.timeZone} isCalledPublished />
      ) : null}
      {data?.isPublicAtOnce ? (
        <Typography variant="pi" textColor="neutral600">
          {t('sources.withoutDrafts')}
        </Typography>
      ) : null}
    </Box>
  );
};

interface EntryScheduleProps {
  /** Content type of the entry, as Strapi gives it to what is injected beside its form. */
  slug?: string;
}

/**
 * Below "Publish": Strapi calls an entry published that readers get later, and does not say that they
 * get at once what has no drafts.
 */
export const EntrySchedule = ({ slug }: EntryScheduleProps) => {
  const { id } = useParams();
  return slug ? <Badge contentType={slug} documentId={id === 'create' ? undefined : id} /> : null;
};
