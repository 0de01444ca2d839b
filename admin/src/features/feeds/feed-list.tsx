import { Layouts, Pagination, SearchInput, useIsMobile } from '@strapi/strapi/admin';
import { Box, Flex, Typography } from '@strapi/design-system';

import type { FeedPage } from '../../../../src/panel/admin-api';
import { useMaySeeProblems } from '../../shared/permissions';
import { Failure, Loading } from '../../shared/states';
import { useHealth } from '../../shared/use-health';
import type { RequestState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { FeedCards } from './feed-cards';
import { FeedTable } from './feed-table';
import { FirstRun } from './first-run';
import { LocalAddressBanner } from './local-address-banner';
import { TypeFilter } from './type-filter';

interface FeedListProps {
  feeds: RequestState<FeedPage>;
}

/** All feeds: the whole site and each tag. */
export const FeedList = ({ feeds: { data, isLoading, error, reload } }: FeedListProps) => {
  const t = useTranslation();
  const isMobile = useIsMobile();
  const maySeeProblems = useMaySeeProblems();
  const health = useHealth((data?.results ?? []).map(({ id }) => id));
  const isFirstRun = data !== undefined && !data.exists.published;
  const List = isMobile ? FeedCards : FeedTable;

  return (
    <>
      {isFirstRun ? null : (
        <Layouts.Action
          startActions={
            <>
              <SearchInput label={t('feeds.search')} placeholder={t('feeds.search')} />
              {data && data.types.length > 1 ? <TypeFilter types={data.types} /> : null}
            </>
          }
        />
      )}
      <Layouts.Content>
        {error !== undefined ? <Failure error={error} onRetry={reload} /> : null}
        {isLoading && !data ? <Loading /> : null}
        {/* What another search found would be taken for what this one finds. */}
        {data && error === undefined ? (
          <Flex direction="column" alignItems="stretch" gap={6}>
            {data.localAddress ? <LocalAddressBanner {...data.localAddress} /> : null}
            {isFirstRun ? <FirstRun exists={data.exists} start={data.start} /> : null}
            {data.results.length === 0 ? (
              <Box background="neutral0" shadow="tableShadow" hasRadius padding={8}>
                <Typography tag="p" textAlign="center" textColor="neutral600" role="status">
                  {t('feeds.noMatch')}
                </Typography>
              </Box>
            ) : (
              <List
                feeds={data.results}
                timeZone={data.timeZone}
                health={maySeeProblems ? health : undefined}
              />
            )}
            {data.pagination.total > 10 ? (
              <Pagination.Root {...data.pagination} defaultPageSize={20}>
                <Pagination.PageSize />
                <Pagination.Links />
              </Pagination.Root>
            ) : null}
          </Flex>
        ) : null}
      </Layouts.Content>
    </>
  );
};
