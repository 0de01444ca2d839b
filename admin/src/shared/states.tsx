import { Box, Button, EmptyStateLayout, Flex, Loader } from '@strapi/design-system';
import { ArrowClockwise, WarningCircle } from '@strapi/icons';

import { isSignedOut, SignedOut } from './signed-out';
import { useTranslation } from './use-translation';

/** A part of a page whose content is on its way. */
export const Loading = () => {
  const t = useTranslation();
  return (
    <Flex justifyContent="center" padding={8} aria-busy>
      <Loader>{t('loading')}</Loader>
    </Flex>
  );
};

interface FailureProps {
  error: unknown;
  /** Whether it stands beside a form of Strapi's. */
  isBesideForm?: true;
  onRetry: () => void;
}

/** A part of a page whose content could not be loaded. */
export const Failure = ({ error, isBesideForm, onRetry }: FailureProps) => {
  const t = useTranslation();
  if (isSignedOut(error)) return <SignedOut isBesideForm={isBesideForm} onRetry={onRetry} />;
  return (
    <Box role="alert">
      <EmptyStateLayout
        hasRadius
        icon={<WarningCircle width="4rem" height="4rem" fill="danger600" />}
        content={t('error.title')}
        action={
          <Button variant="secondary" startIcon={<ArrowClockwise />} onClick={onRetry}>
            {t('error.retry')}
          </Button>
        }
      />
    </Box>
  );
};
