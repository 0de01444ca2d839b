import { Status, type StatusProps, Typography } from '@strapi/design-system';
import type * as React from 'react';

interface StatusBadgeProps {
  variant: StatusProps['variant'];
  children: React.ReactNode;
}

/** A state in a word. */
export const StatusBadge = ({ variant, children }: StatusBadgeProps) => (
  <Status variant={variant} size="S" width="min-content">
    <Typography
      tag="span"
      variant="omega"
      fontWeight="bold"
      ellipsis
      // The theme's orange on its own background is too faint to read (WCAG 2.1, 1.4.3).
      textColor={variant === 'warning' ? 'neutral800' : undefined}
    >
      {children}
    </Typography>
  </Status>
);
