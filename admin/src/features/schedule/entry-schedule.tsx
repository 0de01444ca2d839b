import { useForm } from '@strapi/strapi/admin';
import { Box } from '@strapi/design-system';
import { useParams } from 'react-router-dom';

import { ARTICLE_UID } from '../../../../src/constants';
import { ScheduledBadge } from '../../shared/scheduled-badge';
import { useSchedule } from './use-schedule';

interface SavedValues {
  updatedAt?: string;
  status?: string;
}

const Badge = ({ documentId }: { documentId: string }) => {
  // What was just saved, published or withdrawn asks anew.
  const version = useForm('SyndicationSchedule', ({ initialValues, isSubmitting }) => {
    const { updatedAt, status }: SavedValues = initialValues;
    return [updatedAt, status, isSubmitting].join(' ');
  });
  const { data } = useSchedule([documentId], version);
  const date = data?.scheduled[documentId];
  return (
    <Box width="100%" role="status">
      {data && date ? <ScheduledBadge date={date} timeZone={data.timeZone} /> : null}
    </Box>
  );
};

interface EntryScheduleProps {
  /** Content type of the entry, as Strapi gives it to what is injected beside its form. */
  slug?: string;
}

/** Below "Publish": Strapi calls an article published that readers get later. */
export const EntrySchedule = ({ slug }: EntryScheduleProps) => {
  const { id } = useParams();
  return slug === ARTICLE_UID && id ? <Badge documentId={id} /> : null;
};
