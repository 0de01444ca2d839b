import { Box, Flex, Typography } from '@strapi/design-system';

import type { ChannelPreview as Preview } from '../../../../src/panel/admin-api';
import { Failure, Loading } from '../../shared/states';
import type { RequestState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

interface ChannelProps {
  label: string;
  title: string;
  description: string;
}

const Channel = ({ label, title, description }: ChannelProps) => (
  <Flex direction="column" alignItems="stretch" gap={2}>
    <Typography variant="sigma" textColor="neutral600">
      {label}
    </Typography>
    <Box background="neutral100" borderColor="neutral200" hasRadius padding={4}>
      <Typography tag="p" variant="delta" textColor="neutral800">
        {title}
      </Typography>
      <Typography tag="p" textColor="neutral700">
        {description}
      </Typography>
    </Box>
  </Flex>
);

interface DetailProps {
  term: string;
  children: string;
}

const Detail = ({ term, children }: DetailProps) => (
  <div>
    <Typography tag="dt" variant="sigma" textColor="neutral600">
      {term}
    </Typography>
    <Typography tag="dd" variant="omega" textColor="neutral800">
      {children}
    </Typography>
  </div>
);

interface ChannelPreviewProps {
  preview: RequestState<Preview>;
  hasErrors: boolean;
}

/** How the feeds would read with the settings as they stand in the form. */
export const ChannelPreview = ({ preview, hasErrors }: ChannelPreviewProps) => {
  const t = useTranslation();
  const { data, error, reload } = preview;
  if (!data) return error === undefined ? <Loading /> : <Failure error={error} onRetry={reload} />;
  return (
    <Flex
      direction="column"
      alignItems="stretch"
      gap={4}
      aria-live="polite"
      style={{ overflowWrap: 'anywhere' }}
    >
      {hasErrors ? (
        <Typography textColor="neutral800">{t('settings.preview.stale')}</Typography>
      ) : null}
      <Channel label={t('settings.preview.site')} {...data.site} />
      <Channel label={t('settings.preview.tag')} {...data.tag} />
      <Flex tag="dl" direction="column" alignItems="stretch" gap={2}>
        <Detail term={t('settings.preview.address')}>{data.address}</Detail>
        <Detail term={t('settings.preview.date')}>{data.date}</Detail>
      </Flex>
    </Flex>
  );
};
