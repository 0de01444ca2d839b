import { Page } from '@strapi/strapi/admin';
import { Route, Routes } from 'react-router-dom';

import { FEEDS_PERMISSIONS } from '../../shared/permissions';
import { FeedPage } from './feed-page';
import { FeedsPage } from './feeds-page';

/** The pages behind the main navigation's entry. */
export const FeedsApp = () => (
  <Page.Protect permissions={FEEDS_PERMISSIONS}>
    <Routes>
      <Route index element={<FeedsPage />} />
      <Route path=":id" element={<FeedPage />} />
    </Routes>
  </Page.Protect>
);
