import { Box, Flex, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { MergeProgress as Progress } from '../../../../src/panel/admin-api';
import { ProgressBar } from '../../shared/progress-bar';
import { useTranslation } from '../../shared/use-translation';

/** Milliseconds until it is worth saying how far a merge is. */
const PATIENCE = 333;

/** Whether something has been going on for some time. */
const useIsLasting = (isGoingOn: boolean): boolean => {
  const [isLasting, setIsLasting] = React.useState(false);
  React.useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setTimeout(() => setIsLasting(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setIsLasting(false);
    };
  }, [isGoingOn]);
  return isLasting;
};

interface MergeProgressProps {
  isMerging: boolean;
  /** Undefined until the server says something, and where a proxy keeps that to the end. */
  progress: Progress | undefined;
}

/** How far a merge is, once it takes longer than a moment. */
export const MergeProgress = ({ isMerging, progress }: MergeProgressProps) => {
  const t = useTranslation();
  const isLasting = useIsLasting(isMerging);
  const text = progress?.total ? t('merge.progress', { ...progress }) : t('merge.moving');
  return (
    <Box>
      {isLasting && (
        <Flex direction="column" alignItems="stretch" gap={2} paddingTop={5}>
          <Typography style={{ fontVariantNumeric: 'tabular-nums' }}>{text}</Typography>
          <ProgressBar
            aria-label={t('merge.moving')}
            aria-valuetext={progress?.total ? text : undefined}
            max={progress?.total || undefined}
            value={progress?.total ? progress.moved : undefined}
          />
        </Flex>
      )}
      {/* Read out once: what changes is for those who look, or ask. */}
      <Box role="status" paddingTop={isLasting ? 2 : 0}>
        {isLasting && (
          <Typography variant="pi" textColor="neutral600">
            {t('merge.leave')}
          </Typography>
        )}
      </Box>
    </Box>
  );
};
