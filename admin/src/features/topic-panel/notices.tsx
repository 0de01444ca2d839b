import { Box, Flex, Typography } from '@strapi/design-system';
import { Information } from '@strapi/icons';

import type { TopicNotice } from '../../../../src/panel/admin-api';
import type { FieldLabel } from '../../shared/field-label';
import { useTranslation } from '../../shared/use-translation';

type Notice = TopicNotice | { code: 'unsaved' | 'changed' };

interface NoticesProps {
  notices: Notice[];
  label: FieldLabel;
}

/** Why readers have less of a topic than its editor may expect. */
export const Notices = ({ notices, label }: NoticesProps) => {
  const t = useTranslation();
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
      {notices.map((notice) => (
        <Flex key={notice.code} tag="li" gap={2} alignItems="flex-start" data-notice={notice.code}>
          <Box paddingTop="2px" aria-hidden>
            <Information fill="neutral600" width="1.4rem" height="1.4rem" />
          </Box>
          <Typography variant="pi" textColor="neutral700">
            {t(
              `topic.notice.${notice.code}`,
              'field' in notice ? { field: label(notice.field) } : {},
            )}
          </Typography>
        </Flex>
      ))}
    </Flex>
  );
};
