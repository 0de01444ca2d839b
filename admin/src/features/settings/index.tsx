import { ConfirmDialog, isFetchError, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { Box, Button, Dialog, Flex, Typography } from '@strapi/design-system';
import * as React from 'react';

import { EDITABLE_SETTINGS, type SettingName } from '../../../../src/lib/constants';
import type {
  ChangedIds,
  ChannelPreview as Preview,
  SettingsResponse,
} from '../../../../src/panel/admin-api';
import { WRAP_ANYWHERE, TitledCard } from '../../shared/blocks';
import { EditorPage, useEditor } from '../../shared/editor';
import { RESET_IDS_PERMISSIONS, useMay } from '../../shared/permissions';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
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

interface ChannelProps {
  label: string;
  title: string;
  description: string;
}

const Channel = ({ label, title, description }: ChannelProps) => (
  <Flex direction="column" alignItems="stretch" gap={2}>
    <Typography variant="sigma" textColor="neutral600">
      {label}
    </Typography>
    <Box background="neutral100" borderColor="neutral200" hasRadius padding={4}>
      <Typography tag="p" variant="delta" textColor="neutral800">
        {title}
      </Typography>
      <Typography tag="p" textColor="neutral700">
        {description}
      </Typography>
    </Box>
  </Flex>
);

/** Previews the feed with the settings in the form. */
const ChannelPreview = ({ data }: { data: Preview }) => {
  const t = useTranslation();
  return (
    <Flex direction="column" alignItems="stretch" gap={4} aria-live="polite" style={WRAP_ANYWHERE}>
      <Channel label={t('settings.preview.site')} {...data.site} />
      <Channel label={t('settings.preview.tag')} {...data.tag} />
      <Flex tag="dl" direction="column" alignItems="stretch" gap={2}>
        {(
          [
            ['settings.preview.address', data.address],
            ['settings.preview.date', data.date],
          ] as const
        ).map(([term, text]) => (
          <div key={term}>
            <Typography tag="dt" variant="sigma" textColor="neutral600">
              {t(term)}
            </Typography>
            <Typography tag="dd" variant="omega" textColor="neutral800">
              {text}
            </Typography>
          </div>
        ))}
      </Flex>
    </Flex>
  );
};

/** Starts new ids for all articles and feeds, after the user has confirmed. */
const ResetIds = () => {
  const t = useTranslation();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const [isRunning, setIsRunning] = React.useState(false);

  const reset = async (): Promise<void> => {
    setIsRunning(true);
    try {
      const { data } = await post<{ data: ChangedIds }>('/syndication/ids/reset');
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
    <TitledCard id="syndication-reset-ids" title={t('settings.ids.title')} borderColor="danger200">
      <Typography tag="p" textColor="neutral700">
        {t('settings.ids.explained')}
      </Typography>
      <Dialog.Root>
        <Flex>
          <Dialog.Trigger>
            <Button type="button" variant="danger-light" loading={isRunning}>
              {t('settings.ids.action')}
            </Button>
          </Dialog.Trigger>
        </Flex>
        <ConfirmDialog title={t('settings.ids.action')} variant="danger" onConfirm={reset}>
          {t('settings.ids.consequence')}
        </ConfirmDialog>
      </Dialog.Root>
    </TitledCard>
  );
};

/** Settings > Feeds > General. */
const SettingsPage = () => {
  const t = useTranslation();
  const mayResetIds = useMay(RESET_IDS_PERMISSIONS);
  const editor = useEditor<SettingsResponse, Preview, SettingName>({
    path: 'settings',
    previewPath: 'settings/preview',
    names: EDITABLE_SETTINGS,
    toMessage: (name, code) =>
      name === 'baseUrl' && code === 'path' ? 'settings.baseUrl.path' : `settings.${name}.invalid`,
  });
  const { edits, errors, change } = editor;
  return (
    <EditorPage editor={editor} columns={7} preview={(data) => <ChannelPreview data={data} />}>
      {({ values, fixed }) => (
        <>
          {SECTIONS.map(({ title, names }) => (
            <TitledCard key={title} title={t(title)}>
              {names.map((name) => (
                <SettingField
                  key={name}
                  name={name}
                  value={edits[name] ?? values[name]}
                  isFixed={fixed.includes(name)}
                  error={errors[name]}
                  onChange={change}
                />
              ))}
            </TitledCard>
          ))}
          {mayResetIds ? <ResetIds /> : null}
        </>
      )}
    </EditorPage>
  );
};

export default SettingsPage;
