import { Layouts, Page } from '@strapi/strapi/admin';
import { Box, Button, Flex, Grid, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import * as React from 'react';

import type {
  ChannelPreview as Preview,
  SettingName,
  SettingsResponse,
} from '../../../../src/panel/admin-api';
import { FixedExplained } from '../../shared/fixed';
import { LeaveGuard } from '../../shared/leave-guard';
import { useMayResetIds } from '../../shared/permissions';
import { Failure } from '../../shared/states';
import { useEditor } from '../../shared/use-editor';
import { useRequest } from '../../shared/use-request';
import { useEditsPreview, useSavedValues } from '../../shared/use-saved-values';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { ChannelPreview } from './channel-preview';
import { toSettingErrors } from './errors';
import { ResetIds } from './reset-ids';
import { SavedMeanwhile } from './saved-meanwhile';
import { SettingField } from './setting-field';

const SECTIONS: { title: TranslationKey; names: SettingName[] }[] = [
  {
    title: 'settings.section.site',
    names: ['siteName', 'description', 'baseUrl', 'language', 'timeZone'],
  },
  {
    title: 'settings.section.feeds',
    names: ['itemsPerFeed', 'content', 'republishing', 'entriesPerPage'],
  },
];

interface SettingsFormProps {
  saved: SettingsResponse;
  onSaved: (response: SettingsResponse) => void;
}

const SettingsForm = ({ saved, onSaved }: SettingsFormProps) => {
  const t = useTranslation();
  const mayResetIds = useMayResetIds();
  const { edits, refused, meanwhile, isChanged, isSaving, change, submit } = useEditor({
    saved,
    onSaved,
    ...useSavedValues<SettingsResponse>('settings'),
    toErrors: toSettingErrors,
    done: 'settings.saved',
  });
  const preview = useEditsPreview<Preview>('settings/preview', edits, saved.version);
  const errors = { ...toSettingErrors(preview.error), ...refused };

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
  const { read } = useSavedValues<SettingsResponse>('settings');
  const { data, error, reload } = useRequest(read);
  const [saved, setSaved] = React.useState<SettingsResponse>();
  const current = saved ?? data;
  if (!current) {
    return error === undefined ? (
      <Page.Loading>{t('loading')}</Page.Loading>
    ) : (
      <Page.Main>
        <Failure error={error} onRetry={reload} />
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
