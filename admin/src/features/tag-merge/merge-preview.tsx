import { useFetchClient } from '@strapi/strapi/admin';
import { Box, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { MergePreview as Preview } from '../../../../src/panel/admin-api';
import { useRequest } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

interface MergePreviewProps {
  /** Document ids. */
  from: string;
  into: string;
}

/** What merging two tags would do, in numbers. */
export const MergePreview = ({ from, into }: MergePreviewProps) => {
  const t = useTranslation();
  const { get } = useFetchClient();
  const { data } = useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const params = { into };
        const address = `/syndication/tags/${from}/merge`;
        const preview = (await get<{ data: Preview }>(address, { params, signal })).data.data;
        return { into, preview };
      },
      [get, from, into],
    ),
  );
  // Numbers of the tag that was chosen before would be wrong.
  const preview = data?.into === into ? data.preview : undefined;
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
