import { isFetchError, Layouts, Page, useNotification } from '@strapi/strapi/admin';
import { Box, Button, Flex, Grid, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import * as React from 'react';

import type { AppearanceResponse } from '../../../../src/panel/admin-api';
import {
  type Appearance,
  APPEARANCE_NAMES,
  type AppearanceName,
} from '../../../../src/pages/appearance';
import { FixedExplained } from '../../shared/fixed';
import { LeaveGuard } from '../../shared/leave-guard';
import { Failure } from '../../shared/states';
import { useTranslation } from '../../shared/use-translation';
import { AppearanceForm } from './appearance-form';
import { type AppearanceErrors, toAppearanceErrors } from './errors';
import { Preview } from './preview';
import {
  type Edits,
  type Shown,
  useAppearance,
  useAppearancePreview,
  useReadAppearance,
  useSaveAppearance,
} from './use-appearance';

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Those of some edits that change something. */
const differing = (edits: Edits, saved: Appearance): Edits =>
  Object.fromEntries(
    APPEARANCE_NAMES.filter((name) => name in edits && !isSame(edits[name], saved[name])).map(
      (name) => [name, edits[name]],
    ),
  );

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
  const { toggleNotification } = useNotification();
  const save = useSaveAppearance();
  const readAppearance = useReadAppearance();
  const [edits, setEdits] = React.useState<Edits>({});
  const [refused, setRefused] = React.useState<AppearanceErrors>({});
  const [isSaving, setIsSaving] = React.useState(false);
  const [isMeanwhile, setIsMeanwhile] = React.useState(false);
  const [theme, setTheme] = React.useState<Shown>('light');
  const preview = useAppearancePreview(edits, theme);
  const errors = { ...toAppearanceErrors(preview.error), ...refused };
  const values: Appearance = { ...saved.values, ...edits };
  const isChanged = Object.keys(edits).length > 0;

  const change = <Name extends AppearanceName>(name: Name, value: Appearance[Name]): void => {
    setRefused({});
    setEdits((before) => differing({ ...before, [name]: value }, saved.values));
  };

  /** Takes what somebody else saved; what the user changed stays, and can be saved then. */
  const readAnew = async (): Promise<void> => {
    const newest = await readAppearance();
    setIsMeanwhile(true);
    setEdits(differing(edits, newest.values));
    onSaved(newest);
  };

  const trySaving = async (): Promise<void> => {
    try {
      onSaved(await save(edits, saved.version));
      setEdits({});
      setIsMeanwhile(false);
      toggleNotification({ type: 'success', message: t('appearance.saved') });
    } catch (error) {
      if (isFetchError(error) && error.status === 409) return readAnew();
      const found = toAppearanceErrors(error);
      setRefused(found ?? {});
      const message = found ? t('settings.notSaved') : t('settings.failed');
      toggleNotification({ type: 'danger', message });
    }
  };

  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    // React tells of the media library's own form, too, as its dialog is opened from within this one.
    if (event.target !== event.currentTarget) return;
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
              {isMeanwhile ? <SavedMeanwhile /> : null}
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
