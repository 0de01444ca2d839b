import { Box, Flex, Typography } from '@strapi/design-system';
import * as React from 'react';
import { styled } from 'styled-components';

interface FoldProps {
  title: string;
  children: React.ReactNode;
}

interface SectionProps extends FoldProps {
  /** Beside the title. */
  actions?: React.ReactNode;
}

/** A part of the panel. */
export const Section = ({ title, actions, children }: SectionProps) => (
  <Flex tag="section" direction="column" alignItems="stretch" gap={2} width="100%">
    <Flex justifyContent="space-between" gap={2}>
      <Typography variant="omega" fontWeight="bold" tag="h3" textColor="neutral800">
        {title}
      </Typography>
      {actions}
    </Flex>
    {children}
  </Flex>
);

const Summary = styled.summary`
  cursor: pointer;
  list-style-position: outside;
  margin-inline-start: 1.2em;
  color: ${({ theme }) => theme.colors.neutral600};
  border-radius: ${({ theme }) => theme.borderRadius};
`;

/** A part of the panel that is closed until somebody opens it. */
export const Fold = ({ title, children }: FoldProps) => {
  const [isOpen, setIsOpen] = React.useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <Summary>
        <Typography
          variant="omega"
          fontWeight="bold"
          tag="h3"
          textColor="neutral800"
          display="inline"
        >
          {title}
        </Typography>
      </Summary>
      {isOpen ? <Box paddingTop={2}>{children}</Box> : null}
    </details>
  );
};
