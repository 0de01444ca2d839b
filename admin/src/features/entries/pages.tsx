import { Pagination, useIsMobile } from '@strapi/strapi/admin';
import { Box, Typography } from '@strapi/design-system';

import type { EntryPage } from '../../../../src/panel/admin-api';

/** Entries on a page, unless another number is chosen. */
export const PAGE_SIZE = 20;

/** The smallest page: what fits on it has no other pages. */
const SMALLEST = 10;

/** The way to the other pages of a list, where there are any. */
export const Pages = ({ pagination }: Pick<EntryPage, 'pagination'>) => {
  // A phone has no room for the number on a page beside them.
  const isMobile = useIsMobile();
  return pagination.total > SMALLEST ? (
    <Pagination.Root {...pagination} defaultPageSize={PAGE_SIZE}>
      {isMobile ? null : <Pagination.PageSize />}
      <Pagination.Links />
    </Pagination.Root>
  ) : null;
};

/** A sentence in the place of a list, or below it. */
export const Notice = ({ children }: { children: string }) => (
  <Typography tag="p" variant="pi" textColor="neutral600">
    {children}
  </Typography>
);

/** Said where there is nothing to list. */
export const Nothing = ({ children }: { children: string }) => (
  <Box background="neutral0" shadow="tableShadow" hasRadius padding={8}>
    <Typography tag="p" textAlign="center" textColor="neutral600" role="status">
      {children}
    </Typography>
  </Box>
);
