import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { useIntl } from 'react-intl';

import { toFileSize } from '../../../../src/pages/file-size';
import type { ItemParts } from '../../../../src/panel/admin-api';
import { useTranslation } from '../use-translation';

interface EnclosureProps {
  enclosure: NonNullable<ItemParts['enclosure']>;
  /** Title of the item. */
  title: string;
}

/** Sound or film of an item, to hear and see, and to load. */
export const Enclosure = ({ enclosure: { url, type, length }, title }: EnclosureProps) => {
  const t = useTranslation();
  const { locale } = useIntl();
  const label = t('reader.player', { title });
  return (
    <Flex direction="column" alignItems="stretch" gap={2} maxWidth="68rem">
      {type.startsWith('audio/') ? (
        <Box tag="audio" controls preload="none" src={url} aria-label={label} width="100%" />
      ) : null}
      {type.startsWith('video/') ? (
        <Box
          tag="video"
          controls
          preload="metadata"
          src={url}
          aria-label={label}
          width="100%"
          maxHeight="40rem"
        />
      ) : null}
      <Link href={url} target="_blank" rel="noreferrer" startIcon={<Download />} isExternal={false}>
        <Typography variant="pi">
          {length > 0
            ? t('reader.download', { size: toFileSize(length, locale) })
            : t('reader.downloadUnsized')}
        </Typography>
      </Link>
    </Flex>
  );
};
