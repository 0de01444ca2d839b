import { Flex, Typography } from '@strapi/design-system';
import { Lock } from '@strapi/icons';

import { TAG_UID } from '../../../src/constants';
import { useTranslation } from './use-translation';

interface UnreadableTopicsProps {
  /** Content type of the topics. */
  contentType: string;
  /** Name of the field that has them. */
  label: string;
}

/** Instead of a list without a topic in it: the user's role may not read any. */
export const UnreadableTopics = ({ contentType, label }: UnreadableTopicsProps) => {
  const t = useTranslation();
  return (
    <Flex gap={2} alignItems="flex-start">
      <Flex paddingTop="2px" aria-hidden>
        <Lock fill="neutral600" width="1.4rem" height="1.4rem" />
      </Flex>
      <Typography variant="pi" textColor="neutral700">
        {contentType === TAG_UID
          ? t('topics.unreadable.tags')
          : t('topics.unreadable', { field: label })}
      </Typography>
    </Flex>
  );
};
