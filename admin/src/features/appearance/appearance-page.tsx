import { Layouts, Page } from '@strapi/strapi/admin';
import { Box, Button, Flex, Grid, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import * as React from 'react';

import type {
  AppearancePreview,
  AppearanceResponse,
  OwnAppearance,
} from '../../../../src/panel/admin-api';
import { FixedExplained } from '../../shared/fixed';
import { LeaveGuard } from '../../shared/leave-guard';
import { MeanwhileNotice } from '../../shared/meanwhile-notice';
import { Failure } from '../../shared/states';
import { useEditor } from '../../shared/use-editor';
import { useRequest } from '../../shared/use-request';
import { useEditsPreview, useSavedValues } from '../../shared/use-saved-values';
import { useTranslation } from '../../shared/use-translation';
import { AppearanceForm } from './appearance-form';
import { toAppearanceErrors } from './errors';
import { inForce, toOwn } from './own-values';
import { Preview, type Shown } from './preview';

/** @param loaded what was saved when it was opened */
const AppearanceEditor = ({ loaded }: { loaded: AppearanceResponse }) => {
  const t = useTranslation();
  const [saved, setSaved] = React.useState(loaded);
  const [theme, setTheme] = React.useState<Shown>('light');
  const { edits, refused, meanwhile, isChanged, isSaving, change, submit } = useEditor({
    saved,
    onSaved: setSaved,
    ...useSavedValues<AppearanceResponse>('appearance'),
    toErrors: toAppearanceErrors,
    done: 'appearance.saved',
  });
  const preview = useEditsPreview<AppearancePreview>(
    `appearance/preview?theme=${theme}`,
    edits,
    saved.version,
  );
  const errors = { ...toAppearanceErrors(preview.error), ...refused };
  const own: OwnAppearance = { ...saved.values, ...edits };
  const values = inForce(own, saved.otherwise);

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
              {meanwhile && isChanged ? (
                <MeanwhileNotice news={meanwhile}>
                  <Typography textColor="neutral800">{t('appearance.meanwhile')}</Typography>
                </MeanwhileNotice>
              ) : null}
              {saved.fixed.length + saved.fixedInMain.length > 0 ? <FixedExplained /> : null}
              <AppearanceForm
                values={values}
                fixed={saved.fixed}
                fixedIn={{ names: saved.fixedInMain, language: saved.mainLanguage }}
                errors={errors}
                onChange={(name, value) => change(name, toOwn(name, value, saved))}
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
  const { read } = useSavedValues<AppearanceResponse>('appearance');
  const { data, error, reload } = useRequest(read);
  if (!data) {
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
      <Page.Title>{t('appearance.title')}</Page.Title>
      <AppearanceEditor loaded={data} />
    </Page.Main>
  );
};
