import { Box, Flex, LinkButton, Typography } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { Link } from 'react-router-dom';

import type { LocalAddress } from '../../../../src/panel/admin-api';
import { settingsPage } from '../../shared/entry-addresses';
import { useMayChangeSettings } from '../../shared/permissions';
import { useTranslation } from '../../shared/use-translation';

const TITLE_ID = 'syndication-local-address';

/** Says that nobody elsewhere can open the feeds, and what to set where. */
export const LocalAddressBanner = ({ baseUrl, isFixed }: LocalAddress) => {
  const t = useTranslation();
  const mayChange = useMayChangeSettings() && !isFixed;
  return (
    <Box
      tag="section"
      aria-labelledby={TITLE_ID}
      background="warning100"
      borderColor="warning200"
      hasRadius
      padding={{ initial: 4, medium: 6 }}
    >
      <Flex gap={4} alignItems="flex-start">
        <Box paddingTop={1} aria-hidden>
          <WarningCircle fill="warning600" width="2rem" height="2rem" />
        </Box>
        <Flex direction="column" alignItems="flex-start" gap={2} minWidth={0}>
          <Typography
            id={TITLE_ID}
            variant="delta"
            tag="h2"
            textColor="neutral800"
            style={{ overflowWrap: 'anywhere' }}
          >
            {t('feeds.local.title', { address: baseUrl })}
          </Typography>
          <Typography tag="p" textColor="neutral800">
            {t('feeds.local.explained')}
          </Typography>
          <Typography tag="p" textColor="neutral800">
            {t(isFixed ? 'feeds.local.fixed' : 'feeds.local.remedy')}
          </Typography>
          {mayChange ? (
            <Box paddingTop={2}>
              <LinkButton tag={Link} to={settingsPage} variant="secondary">
                {t('feeds.local.set')}
              </LinkButton>
            </Box>
          ) : null}
        </Flex>
      </Flex>
    </Box>
  );
};
