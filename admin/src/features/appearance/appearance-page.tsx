import { Layouts, Page } from '@strapi/strapi/admin';
import { Box, Button, Flex, Grid, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import * as React from 'react';
import { useSearchParams } from 'react-router-dom';

import type { OwnAppearance } from '../../../../src/panel/admin-api';
import type { AppearanceName } from '../../../../src/pages/appearance';
import { FixedExplained } from '../../shared/fixed';
import { LeaveGuard } from '../../shared/leave-guard';
import { MeanwhileNotice } from '../../shared/meanwhile-notice';
import { Failure } from '../../shared/states';
import { useEditor } from '../../shared/use-editor';
import { useTranslation } from '../../shared/use-translation';
import { AppearanceForm } from './appearance-form';
import { toAppearanceErrors } from './errors';
import type { Origin } from './field-heading';
import { LocaleField, type LocaleFieldProps } from './locale-field';
import { inForce, toOwn } from './own-values';
import { Preview } from './preview';
import {
  type EditedAppearance,
  type Shown,
  useAppearance,
  useAppearancePreview,
  useReadAppearance,
  useSaveAppearance,
} from './use-appearance';

interface AppearanceEditorProps {
  /** What was saved when it was opened. */
  loaded: EditedAppearance;
  languages: Pick<LocaleFieldProps, 'isUsed' | 'onChoose'>;
}

const AppearanceEditor = ({ loaded, languages }: AppearanceEditorProps) => {
  const t = useTranslation();
  const { locale } = loaded;
  const [saved, setSaved] = React.useState(loaded);
  const [theme, setTheme] = React.useState<Shown>('light');
  const { edits, refused, meanwhile, isChanged, isSaving, change, submit } = useEditor({
    saved,
    onSaved: setSaved,
    read: useReadAppearance(locale),
    save: useSaveAppearance(locale),
    toErrors: toAppearanceErrors,
    done: 'appearance.saved',
  });
  const preview = useAppearancePreview(edits, saved, theme);
  const errors = { ...toAppearanceErrors(preview.error), ...refused };
  const own: OwnAppearance = { ...saved.values, ...edits };
  const values = inForce(own, saved.otherwise);
  const originOf = (name: AppearanceName): Origin | undefined => {
    if (locale !== undefined) {
      return { isOwn: own[name] !== null, onGiveBack: () => change(name, null) };
    }
    return saved.fixedInMain.includes(name) ? { fixedIn: saved.mainLanguage } : undefined;
  };

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
              {saved.locales.length > 0 ? (
                <LocaleField locales={saved.locales} locale={locale} {...languages} />
              ) : null}
              {saved.fixed.length + saved.fixedInMain.length > 0 ? <FixedExplained /> : null}
              <AppearanceForm
                values={values}
                fixed={saved.fixed}
                originOf={originOf}
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
  const [parameters, setParameters] = useSearchParams();
  const locale = parameters.get('locale') || undefined;
  const { data, error, reload } = useAppearance(locale);
  const isUsed = React.useRef(false);
  const choose = (code: string | undefined): void => {
    isUsed.current = true;
    setParameters(code === undefined ? {} : { locale: code });
  };
  // What was loaded before may be of another locale.
  if (!data || data.locale !== locale) {
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
      <AppearanceEditor
        key={locale ?? ''}
        loaded={data}
        languages={{ isUsed: isUsed.current, onChoose: choose }}
      />
    </Page.Main>
  );
};
