import { isFetchError, Layouts, Page, useNotification } from '@strapi/strapi/admin';
import { Box, Button, Flex, Grid, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import * as React from 'react';

import type { SettingName, SettingsResponse, SettingValues } from '../../../../src/panel/admin-api';
import { EDITABLE_SETTINGS } from '../../../../src/constants';
import { FixedExplained } from '../../shared/fixed';
import { LeaveGuard } from '../../shared/leave-guard';
import { useMayResetIds } from '../../shared/permissions';
import { Failure } from '../../shared/states';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { ChannelPreview } from './channel-preview';
import { type SettingErrors, toSettingErrors } from './errors';
import { ResetIds } from './reset-ids';
import { SavedMeanwhile } from './saved-meanwhile';
import { SettingField } from './setting-field';
import {
  type Edits,
  useChannelPreview,
  useReadSettings,
  useSaveSettings,
  useSettings,
} from './use-settings';

const SECTIONS: { title: TranslationKey; names: SettingName[] }[] = [
  {
    title: 'settings.section.site',
    names: ['siteName', 'description', 'baseUrl', 'language', 'timeZone'],
  },
  { title: 'settings.section.feeds', names: ['itemsPerFeed', 'content', 'entriesPerPage'] },
];

/** Those of some values that are others than before. */
const differing = (
  values: Partial<SettingValues>,
  before: Partial<SettingValues>,
): Partial<SettingValues> =>
  Object.fromEntries(
    EDITABLE_SETTINGS.filter((name) => name in values && values[name] !== before[name]).map(
      (name) => [name, values[name]],
    ),
  );

interface SettingsFormProps {
  saved: SettingsResponse;
  onSaved: (answer: SettingsResponse) => void;
}

const SettingsForm = ({ saved, onSaved }: SettingsFormProps) => {
  const t = useTranslation();
  const { toggleNotification } = useNotification();
  const save = useSaveSettings();
  const readSettings = useReadSettings();
  const mayResetIds = useMayResetIds();
  const [edits, setEdits] = React.useState<Edits>({});
  const [refused, setRefused] = React.useState<SettingErrors>({});
  const [isSaving, setIsSaving] = React.useState(false);
  const [meanwhile, setMeanwhile] = React.useState<Partial<SettingValues>>();
  const preview = useChannelPreview(edits);
  const errors = { ...toSettingErrors(preview.error), ...refused };
  const isChanged = Object.keys(edits).length > 0;

  const change = (name: SettingName, value: string | number): void => {
    setRefused({});
    setEdits(({ [name]: _before, ...others }) =>
      value === saved.values[name] ? others : { ...others, [name]: value },
    );
  };

  /** Shows what somebody else saved; what the user changed stays, and can be saved then. */
  const readAnew = async (): Promise<void> => {
    const newest = await readSettings();
    setMeanwhile(differing(newest.values, saved.values));
    setEdits(differing(edits, newest.values));
    onSaved(newest);
  };

  const trySaving = async (): Promise<void> => {
    try {
      onSaved(await save(edits, saved.version));
      setEdits({});
      setMeanwhile(undefined);
      toggleNotification({ type: 'success', message: t('settings.saved') });
    } catch (error) {
      if (isFetchError(error) && error.status === 409) return readAnew();
      const found = toSettingErrors(error);
      setRefused(found ?? {});
      toggleNotification({
        type: 'danger',
        message: found ? t('settings.notSaved') : t('settings.failed'),
      });
    }
  };

  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    setIsSaving(true);
    try {
      await trySaving();
    } catch {
      toggleNotification({ type: 'danger', message: t('settings.failed') });
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard isChanged={isChanged && !isSaving} />
      <Layouts.Header
        title={t('settings.title')}
        subtitle={t('settings.subtitle')}
        primaryAction={
          <Button type="submit" startIcon={<Check />} disabled={!isChanged} loading={isSaving}>
            {t('settings.save')}
          </Button>
        }
      />
      <Layouts.Content>
        <Grid.Root gap={6}>
          <Grid.Item col={7} s={12} xs={12} direction="column" alignItems="stretch">
            <Flex direction="column" alignItems="stretch" gap={6}>
              {meanwhile ? <SavedMeanwhile changed={meanwhile} isUnsaved={isChanged} /> : null}
              {saved.fixed.length > 0 ? <FixedExplained /> : null}
              {SECTIONS.map((section) => (
                <Box
                  key={section.title}
                  background="neutral0"
                  shadow="tableShadow"
                  hasRadius
                  padding={{ initial: 4, medium: 6 }}
                >
                  <Flex direction="column" alignItems="stretch" gap={5}>
                    <Typography variant="delta" tag="h2">
                      {t(section.title)}
                    </Typography>
                    {section.names.map((name) => (
                      <SettingField
                        key={name}
                        name={name}
                        value={edits[name] ?? saved.values[name]}
                        isFixed={saved.fixed.includes(name)}
                        error={errors[name]}
                        onChange={change}
                      />
                    ))}
                  </Flex>
                </Box>
              ))}
              {mayResetIds ? <ResetIds /> : null}
            </Flex>
          </Grid.Item>
          <Grid.Item col={5} s={12} xs={12} direction="column" alignItems="stretch">
            <Box
              background="neutral0"
              shadow="tableShadow"
              hasRadius
              padding={{ initial: 4, medium: 6 }}
            >
              <Box paddingBottom={5}>
                <Typography variant="delta" tag="h2">
                  {t('settings.preview.title')}
                </Typography>
              </Box>
              <ChannelPreview preview={preview} hasErrors={Object.keys(errors).length > 0} />
            </Box>
          </Grid.Item>
        </Grid.Root>
      </Layouts.Content>
    </form>
  );
};

/** What an editor may change at run time. */
export const SettingsPage = () => {
  const t = useTranslation();
  const { data, error, reload } = useSettings();
  const [saved, setSaved] = React.useState<SettingsResponse>();
  const current = saved ?? data;
  if (!current) {
    return error === undefined ? (
      <Page.Loading>{t('loading')}</Page.Loading>
    ) : (
      <Page.Main>
        <Failure onRetry={reload} />
      </Page.Main>
    );
  }
  return (
    <Page.Main>
      <Page.Title>{t('settings.title')}</Page.Title>
      <SettingsForm saved={current} onSaved={setSaved} />
    </Page.Main>
  );
};
