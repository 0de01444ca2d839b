import { Layouts, Page } from '@strapi/strapi/admin';
import { Box, Button, Flex, Grid, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import * as React from 'react';

import type { AppearanceResponse } from '../../../../src/panel/admin-api';
import type { Appearance } from '../../../../src/pages/appearance';
import { FixedExplained } from '../../shared/fixed';
import { LeaveGuard } from '../../shared/leave-guard';
import { Failure } from '../../shared/states';
import { useEditor } from '../../shared/use-editor';
import { useTranslation } from '../../shared/use-translation';
import { AppearanceForm } from './appearance-form';
import { toAppearanceErrors } from './errors';
import { Preview } from './preview';
import {
  type Shown,
  useAppearance,
  useAppearancePreview,
  useReadAppearance,
  useSaveAppearance,
} from './use-appearance';

const SavedMeanwhile = () => {
  const t = useTranslation();
  return (
    <Box role="alert" background="warning100" borderColor="warning200" hasRadius padding={4}>
      <Typography textColor="neutral800">{t('appearance.meanwhile')}</Typography>
    </Box>
  );
};

interface AppearanceEditorProps {
  saved: AppearanceResponse;
  onSaved: (answer: AppearanceResponse) => void;
}

const AppearanceEditor = ({ saved, onSaved }: AppearanceEditorProps) => {
  const t = useTranslation();
  const [theme, setTheme] = React.useState<Shown>('light');
  const { edits, refused, meanwhile, isChanged, isSaving, change, submit } = useEditor({
    saved,
    onSaved,
    read: useReadAppearance(),
    save: useSaveAppearance(),
    toErrors: toAppearanceErrors,
    done: 'appearance.saved',
  });
  const preview = useAppearancePreview(edits, saved.version, theme);
  const errors = { ...toAppearanceErrors(preview.error), ...refused };
  const values: Appearance = { ...saved.values, ...edits };

  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard isChanged={isChanged && !isSaving} />
      <Layouts.Header
        title={t('appearance.title')}
        subtitle={t('appearance.subtitle')}
        primaryAction={
          <Button type="submit" startIcon={<Check />} disabled={!isChanged} loading={isSaving}>
            {t('settings.save')}
          </Button>
        }
      />
      <Layouts.Content>
        <Grid.Root gap={6}>
          <Grid.Item col={6} s={12} xs={12} direction="column" alignItems="stretch">
            <Flex direction="column" alignItems="stretch" gap={6}>
              {meanwhile && isChanged ? <SavedMeanwhile /> : null}
              {saved.fixed.length > 0 ? <FixedExplained /> : null}
              <AppearanceForm
                values={values}
                fixed={saved.fixed}
                errors={errors}
                onChange={change}
              />
            </Flex>
          </Grid.Item>
          <Grid.Item
            col={6}
            s={12}
            xs={12}
            direction="column"
            alignItems="stretch"
            style={{ position: 'sticky', top: '2.4rem', alignSelf: 'start' }}
          >
            <Box
              tag="section"
              aria-labelledby="syndication-preview"
              background="neutral0"
              shadow="tableShadow"
              hasRadius
              padding={{ initial: 4, medium: 6 }}
            >
              <Box paddingBottom={4}>
                <Typography id="syndication-preview" variant="delta" tag="h2">
                  {t('appearance.preview.title')}
                </Typography>
              </Box>
              <Preview
                preview={preview}
                hasErrors={Object.keys(errors).length > 0}
                theme={values.theme === 'auto' ? theme : undefined}
                onTheme={setTheme}
              />
            </Box>
          </Grid.Item>
        </Grid.Root>
      </Layouts.Content>
    </form>
  );
};

/** How the public pages look. */
export const AppearancePage = () => {
  const t = useTranslation();
  const { data, error, reload } = useAppearance();
  const [saved, setSaved] = React.useState<AppearanceResponse>();
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
      <Page.Title>{t('appearance.title')}</Page.Title>
      <AppearanceEditor saved={current} onSaved={setSaved} />
    </Page.Main>
  );
};
