import { Badge, Box, Flex } from '@strapi/design-system';
import type * as React from 'react';
import { styled } from 'styled-components';

import { useTranslation } from '../../shared/use-translation';

/** What was true before the last change recedes; not at every key stroke, which takes no time to show. */
const Content = styled(Flex)<{ $isFormer: boolean }>`
  opacity: ${({ $isFormer }) => ($isFormer ? 0.4 : 1)};
  transition: opacity 100ms ${({ $isFormer }) => ($isFormer ? '250ms' : '0ms')};

  /* Strapi's break a word only where their column is as wide as the longest: on a phone it grows. */
  p {
    overflow-wrap: anywhere;
  }
`;

interface FormerProps {
  isFormer: boolean;
  children: React.ReactNode;
}

/** What the panel shows, receding while newer is on its way. */
export const Former = ({ isFormer, children }: FormerProps) => (
  <Content direction="column" alignItems="stretch" gap={5} $isFormer={isFormer}>
    {children}
  </Content>
);

/** Says that newer is on its way. */
export const Updating = () => {
  const t = useTranslation();
  return (
    <Box position="absolute" top={0} right={0} zIndex={1} role="status">
      <Badge>{t('panel.updating')}</Badge>
    </Box>
  );
};
