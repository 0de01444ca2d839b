import { Box, Flex, Typography } from '@strapi/design-system';

import { useTranslation } from '../../shared/use-translation';
import type { Outcome as Result } from './run-changes';
import { useTitles } from './summary';

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

/** What became of the entries. */
export const Outcome = ({
  outcome: { changed, published, savedOnly, failed },
}: {
  outcome: Result;
}) => {
  const t = useTranslation();
  const titles = useTitles();
  return (
    <Flex direction="column" alignItems="stretch" gap={3} data-testid="syndication-outcome">
      <Typography tag="p" textColor="neutral800" role="status">
        {t('bulk.done', { count: changed, published })}
      </Typography>
      {savedOnly.length > 0 ? (
        <Typography tag="p" textColor="neutral800" style={ANYWHERE}>
          {t('bulk.done.saved', { count: savedOnly.length, titles: titles(savedOnly) })}
        </Typography>
      ) : null}
      {failed.length > 0 ? (
        <Box role="alert">
          <Typography tag="p" textColor="danger600">
            {t('bulk.done.failed', { count: failed.length })}
          </Typography>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={1} paddingTop={2}>
            {failed.map(({ documentId, title, message }) => (
              <Typography key={documentId} tag="li" textColor="neutral800" style={ANYWHERE}>
                {`${title ?? documentId}: ${message === '' ? t('bulk.refused') : message}`}
              </Typography>
            ))}
          </Flex>
        </Box>
      ) : null}
    </Flex>
  );
};
