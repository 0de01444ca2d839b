import { Box, Flex } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import type * as React from 'react';

interface AlarmProps {
  testId: string;
  children: React.ReactNode;
}

/** Said before all else: something is wrong with what readers have. */
export const Alarm = ({ testId, children }: AlarmProps) => (
  <Box
    role="alert"
    background="danger100"
    borderColor="danger200"
    hasRadius
    padding={4}
    data-testid={testId}
  >
    <Flex gap={3} alignItems="flex-start">
      <Flex paddingTop="2px" aria-hidden>
        <WarningCircle fill="danger600" width="1.6rem" height="1.6rem" />
      </Flex>
      {children}
    </Flex>
  </Box>
);
