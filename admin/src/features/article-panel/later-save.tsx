import { ConfirmDialog, useForm } from '@strapi/strapi/admin';
import { Box, Dialog, TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';
import { useIntl } from 'react-intl';

import type { LaterSave as Save } from '../../../../src/panel/admin-api';
import { toDateTag } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';

const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;

/** A moment by the clock of the browser, as saves are of today but for forms left open over night. */
const useMoment = (iso: string) => {
  const { locale } = useIntl();
  const moment = new Date(iso);
  const isToday = moment.toDateString() === new Date().toDateString();
  const format = new Intl.DateTimeFormat(toDateTag(locale), isToday ? TIME : { ...DAY, ...TIME });
  return { time: format.format(moment), day: isToday ? 'today' : 'other' };
};

const Reload = () => {
  const t = useTranslation();
  const isModified = useForm('SyndicationLaterSave', (state) => state.modified);
  const [isAsking, setIsAsking] = React.useState(false);
  const reload = (): void => window.location.reload();
  return (
    <>
      <TextButton type="button" onClick={() => (isModified ? setIsAsking(true) : reload())}>
        {t('panel.laterSave.reload')}
      </TextButton>
      <Dialog.Root open={isAsking} onOpenChange={setIsAsking}>
        <ConfirmDialog title={t('panel.laterSave.reload')} variant="danger" onConfirm={reload}>
          {t('panel.laterSave.lost')}
        </ConfirmDialog>
      </Dialog.Root>
    </>
  );
};

/** Above all else: to save or publish the form undoes what somebody saved since it was loaded. */
export const LaterSave = ({ save: { at, by, isOwn } }: { save: Save }) => {
  const t = useTranslation();
  const moment = useMoment(at);
  return (
    <Box
      role="alert"
      background="warning100"
      borderColor="warning200"
      hasRadius
      padding={3}
      data-testid="syndication-later-save"
      style={{ overflowWrap: 'anywhere' }}
    >
      <Typography variant="omega" fontWeight="bold" tag="p" textColor="neutral800">
        {isOwn
          ? t('panel.laterSave.own', moment)
          : t('panel.laterSave', { ...moment, name: by ?? 'none' })}
      </Typography>
      <Typography variant="pi" tag="p" textColor="neutral800" paddingBottom={1}>
        {t('panel.laterSave.explained')}
      </Typography>
      <Reload />
    </Box>
  );
};
