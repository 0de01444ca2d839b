import {
  Layouts,
  Page,
  Pagination,
  SearchInput,
  useIsMobile,
  useQueryParams,
} from '@strapi/strapi/admin';
import { Box, Flex, LinkButton, Typography } from '@strapi/design-system';
import { Cog, Stack } from '@strapi/icons';
import { Link } from 'react-router-dom';

import { settingsPage, sourceList } from '../../shared/entry-addresses';
import { useMayChangeSettings, useMaySeeProblems } from '../../shared/permissions';
import { Failure, Loading } from '../../shared/states';
import { useHealth } from '../../shared/use-health';
import { useTranslation } from '../../shared/use-translation';
import { FeedCards } from './feed-cards';
import { FeedTable } from './feed-table';
import { FirstRun } from './first-run';
import { LocalAddressBanner } from './local-address-banner';
import { TypeFilter } from './type-filter';
import { useFeedPage } from './use-feeds';

/** All feeds: the whole site and each tag. */
export const FeedListPage = () => {
  const t = useTranslation();
  const isMobile = useIsMobile();
  const [{ rawQuery }] = useQueryParams();
  const { data, isLoading, error, reload } = useFeedPage(rawQuery);
  const mayChangeSettings = useMayChangeSettings();
  const maySeeProblems = useMaySeeProblems();
  const health = useHealth((data?.results ?? []).map(({ id }) => id));
  const isFirstRun = data !== undefined && !data.exists.published;
  const List = isMobile ? FeedCards : FeedTable;

  return (
    <Page.Main>
      <Page.Title>{t('feeds.title')}</Page.Title>
      <Layouts.Header
        title={t('feeds.title')}
        // With the plugin's own types alone, topics are tags.
        subtitle={t(data && data.types.length > 1 ? 'feeds.types.subtitle' : 'feeds.subtitle')}
        primaryAction={
          <Flex gap={2} wrap="wrap">
            <LinkButton tag={Link} to={sourceList} variant="tertiary" startIcon={<Stack />}>
              {t('sources.title')}
            </LinkButton>
            {mayChangeSettings ? (
              <LinkButton tag={Link} to={settingsPage} variant="tertiary" startIcon={<Cog />}>
                {t('feeds.settings')}
              </LinkButton>
            ) : null}
          </Flex>
        }
      />
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
        {error !== undefined ? <Failure onRetry={reload} /> : null}
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
    </Page.Main>
  );
};
