import { Box, Typography } from '@strapi/design-system';

import type { MergePreview as Preview } from '../../../../src/panel/admin-api';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

interface MergePreviewProps {
  /** Document ids. */
  from: string;
  into: string;
}

/** What merging two tags would do, in numbers. */
export const MergePreview = ({ from, into }: MergePreviewProps) => {
  const t = useTranslation();
  const { data } = useAnswer<{ data: Preview }>(`tags/${from}/merge?into=${into}`);
  const preview = data?.data;
  return (
    <Box role="status" paddingTop={preview ? 4 : 0} data-testid="syndication-merge-preview">
      {preview ? (
        <Typography tag="p" textColor="neutral800">
          {t('merge.articles', { count: preview.articles - preview.both })}{' '}
          {preview.both > 0 ? `${t('merge.both', { count: preview.both })} ` : ''}
          {preview.addresses > 0 ? t('merge.addresses', { count: preview.addresses }) : ''}
        </Typography>
      ) : null}
    </Box>
  );
};
