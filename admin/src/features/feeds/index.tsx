import { Page } from '@strapi/strapi/admin';
import { Route, Routes } from 'react-router-dom';

import { FEEDS_PERMISSIONS } from '../../shared/permissions';
import { SourceListPage } from '../sources/source-list-page';
import { FeedListPage } from './feed-list-page';
import { FeedPage } from './feed-page';

/** The pages behind the main navigation's entry. */
export const FeedsApp = () => (
  <Page.Protect permissions={FEEDS_PERMISSIONS}>
    <Routes>
      <Route index element={<FeedListPage />} />
      <Route path="sources" element={<SourceListPage />} />
      <Route path=":id" element={<FeedPage />} />
    </Routes>
  </Page.Protect>
);
