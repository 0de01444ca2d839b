import { Box, Flex, Typography } from '@strapi/design-system';
import * as React from 'react';
import { keyframes, styled } from 'styled-components';

import type { MergeProgress as Progress } from '../../../../src/panel/admin-api';
import { useTranslation } from '../../shared/use-translation';

/** Milliseconds until it is worth saying how far a merge is. */
const PATIENCE = 333;

const slide = keyframes`
  from { background-position: 0 0; }
  to { background-position: 100% 0; }
`;

/** In the panel's colours, which browsers do not know of: theirs is white in the dark. */
const Bar = styled.progress`
  appearance: none;
  width: 100%;
  height: ${({ theme }) => theme.spaces[2]};
  border: none;
  border-radius: ${({ theme }) => theme.borderRadius};
  overflow: hidden;
  background: ${({ theme }) => theme.colors.neutral150};

  &::-webkit-progress-bar {
    background: transparent;
  }

  &::-webkit-progress-value {
    background: ${({ theme }) => theme.colors.primary600};
  }

  &::-moz-progress-bar {
    background: ${({ theme }) => theme.colors.primary600};
  }

  &:indeterminate {
    background-image: linear-gradient(0deg, ${({ theme }) => theme.colors.primary600} 0 100%);
    background-repeat: no-repeat;
    background-size: 25% 100%;

    @media (prefers-reduced-motion: no-preference) {
      animation: ${slide} 1s ease-in-out infinite alternate;
    }
  }

  &:indeterminate::-moz-progress-bar {
    background: transparent;
  }
`;

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
          <Bar
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
