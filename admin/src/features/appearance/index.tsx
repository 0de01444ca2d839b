import { Page } from '@strapi/strapi/admin';

import { SETTINGS_PERMISSIONS } from '../../shared/permissions';
import { AppearancePage } from './appearance-page';

/** Settings > Feeds > Appearance. */
export const ProtectedAppearancePage = () => (
  <Page.Protect permissions={SETTINGS_PERMISSIONS}>
    <AppearancePage />
  </Page.Protect>
);
