import { Box, Flex, Typography } from '@strapi/design-system';

import type { SourceType } from '../../../../src/panel/admin-api';
import { useTranslation } from '../../shared/use-translation';
import { useTypeName } from '../../shared/use-type-name';
import { Configuration } from './configuration';
import { Example } from './example';
import { PartList } from './part-list';

interface SourceProps {
  type: SourceType;
}

interface UnreadProps {
  fields: SourceType['unread'];
}

/** Fields of the type that readers get nothing of. */
const Unread = ({ fields }: UnreadProps) => {
  const t = useTranslation();
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography variant="delta" tag="h3">
        {t('sources.unread')}
      </Typography>
      <Box tag="ul" paddingLeft={4} style={{ listStyle: 'disc', overflowWrap: 'anywhere' }}>
        {fields.map(({ field, why }) => (
          <Typography key={field} tag="li" textColor="neutral600">
            <code>{field}</code>
            {why === undefined ? null : <span lang="en">: {why}</span>}
          </Typography>
        ))}
      </Box>
    </Flex>
  );
};

/** All that is said of a content type. */
export const SourceDetails = ({ type }: SourceProps) => {
  const t = useTranslation();
  if (type.refusals.length > 0) {
    return (
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Typography textColor="neutral800">{t('sources.refused')}</Typography>
        <Box tag="ul" paddingLeft={4} style={{ listStyle: 'disc', overflowWrap: 'anywhere' }}>
          {type.refusals.map((refusal) => (
            <Typography key={refusal} tag="li" textColor="neutral600" lang="en">
              {refusal}
            </Typography>
          ))}
        </Box>
      </Flex>
    );
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      {['source', 'page'].includes(type.role) && !type.hasDrafts ? (
        <Box background="warning100" borderColor="warning200" hasRadius padding={3}>
          <Typography textColor="neutral800">{t('sources.withoutDrafts')}</Typography>
        </Box>
      ) : null}
      <PartList type={type} />
      {type.unread.length > 0 ? <Unread fields={type.unread} /> : null}
      {type.role === 'source' ? (
        <Flex direction="column" alignItems="stretch" gap={3}>
          <Typography variant="delta" tag="h3">
            {t('sources.example')}
          </Typography>
          <Example type={type} isMapped={type.configuration === undefined} />
        </Flex>
      ) : null}
      {type.configuration ? <Configuration configuration={type.configuration} /> : null}
    </Flex>
  );
};

/** A content type that is published. */
export const SourceCard = ({ type }: SourceProps) => {
  const typeName = useTypeName();
  return (
    <Box
      tag="section"
      aria-label={typeName(type.name)}
      background="neutral0"
      shadow="tableShadow"
      hasRadius
      padding={{ initial: 4, medium: 6 }}
    >
      <Flex direction="column" alignItems="flex-start" gap={1} paddingBottom={4}>
        <Typography variant="beta" tag="h2">
          {typeName(type.name)}
        </Typography>
        <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
          {type.contentType}
        </Typography>
      </Flex>
      <SourceDetails type={type} />
    </Box>
  );
};
