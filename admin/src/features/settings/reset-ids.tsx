import { ConfirmDialog, isFetchError, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { Box, Button, Dialog, Flex, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { ResetIds as Result } from '../../../../src/panel/admin-api';
import { useTranslation } from '../../shared/use-translation';

/** Starts the ids of articles and feeds over, once the user has read what that does. */
export const ResetIds = () => {
  const t = useTranslation();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const [isRunning, setIsRunning] = React.useState(false);

  const reset = async (): Promise<void> => {
    setIsRunning(true);
    try {
      const { data } = await post<{ data: Result }>('/syndication/ids/reset');
      const { changed } = data.data;
      toggleNotification({ type: 'success', message: t('settings.ids.done', { changed }) });
    } catch (error) {
      const isUnderWay = isFetchError(error) && error.status === 409;
      const message = t(isUnderWay ? 'settings.ids.underWay' : 'settings.ids.failed');
      toggleNotification({ type: 'danger', message });
    } finally {
      setIsRunning(false);
    }
  };

  return (
    <Box
      tag="section"
      aria-labelledby="syndication-reset-ids"
      background="neutral0"
      borderColor="danger200"
      shadow="tableShadow"
      hasRadius
      padding={{ initial: 4, medium: 6 }}
    >
      <Flex direction="column" alignItems="flex-start" gap={4}>
        <Typography id="syndication-reset-ids" variant="delta" tag="h2">
          {t('settings.ids.title')}
        </Typography>
        <Typography tag="p" textColor="neutral700">
          {t('settings.ids.explained')}
        </Typography>
        <Dialog.Root>
          <Dialog.Trigger>
            <Button type="button" variant="danger-light" loading={isRunning}>
              {t('settings.ids.action')}
            </Button>
          </Dialog.Trigger>
          <ConfirmDialog title={t('settings.ids.action')} variant="danger" onConfirm={reset}>
            {t('settings.ids.consequence')}
          </ConfirmDialog>
        </Dialog.Root>
      </Flex>
    </Box>
  );
};
