import { Page } from '@strapi/strapi/admin';

import { SETTINGS_PERMISSIONS } from '../../shared/permissions';
import { SettingsPage } from './settings-page';

/** Settings > Feeds > General. */
export const ProtectedSettingsPage = () => (
  <Page.Protect permissions={SETTINGS_PERMISSIONS}>
    <SettingsPage />
  </Page.Protect>
);
