import { Flex, Typography } from '@strapi/design-system';
import type * as React from 'react';

interface SectionProps {
  title: string;
  children: React.ReactNode;
}

/** A part of the panel. */
export const Section = ({ title, children }: SectionProps) => (
  <Flex tag="section" direction="column" alignItems="stretch" gap={2} width="100%">
    <Typography variant="omega" fontWeight="bold" tag="h3" textColor="neutral800">
      {title}
    </Typography>
    {children}
  </Flex>
);
