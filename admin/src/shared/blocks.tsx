import {
  Box,
  type BoxProps,
  Flex,
  Status,
  type StatusProps,
  Typography,
} from '@strapi/design-system';
import { Lock, WarningCircle } from '@strapi/icons';
import * as React from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

/** Breaks long words and addresses rather than overflow. */
export const WRAP_ANYWHERE = { overflowWrap: 'anywhere' } as const;

/** The same in tables, whose texts do not wrap by default. */
export const WRAP_IN_TABLES = { ...WRAP_ANYWHERE, whiteSpace: 'normal' } as const;

type BlockProps = Omit<BoxProps<'div'>, 'tag' | 'ref'> & { tag?: 'div' | 'li' | 'section' };

/** A white block on the grey page. */
export const Card = ({ tag = 'div', ...props }: BlockProps) => (
  <Box
    tag={tag}
    background="neutral0"
    shadow="tableShadow"
    hasRadius
    padding={{ initial: 4, medium: 6 }}
    {...props}
  />
);

interface TitledCardProps extends Pick<BlockProps, 'borderColor' | 'children'> {
  title?: string;
  /** Id of the title; makes the block a section that the title labels. */
  id?: string;
}

/** A block with an optional title. */
export const TitledCard = ({ title, id, children, ...props }: TitledCardProps) => (
  <Card tag={id ? 'section' : 'div'} aria-labelledby={id} {...props}>
    <Flex direction="column" alignItems="stretch" gap={5}>
      {title === undefined ? null : (
        <Typography id={id} variant="delta" tag="h2">
          {title}
        </Typography>
      )}
      {children}
    </Flex>
  </Card>
);

interface WithIconProps {
  icon: React.ReactNode;
  /** `span` within a hint, which is one paragraph. */
  tag?: 'div' | 'span';
  gap?: number;
  children: React.ReactNode;
}

/** A text of several lines with an icon beside the first. */
export const WithIcon = ({ icon, tag = 'div', gap = 2, children }: WithIconProps) => (
  <Flex tag={tag} gap={gap} alignItems="flex-start">
    <Flex tag={tag} paddingTop="2px" aria-hidden>
      {icon}
    </Flex>
    {children}
  </Flex>
);

/** Text colours: the theme's orange is too light for small text. */
const TEXT_COLOURS = {
  success: 'success700',
  warning: 'neutral800',
  primary: 'neutral800',
  neutral: 'neutral600',
} as const;

interface LineProps {
  Icon: typeof WarningCircle;
  colour: keyof typeof TEXT_COLOURS;
  children: React.ReactNode;
}

/** A line of a hint. The hint is one paragraph, so it contains only spans. */
export const Line = ({ Icon, colour, children }: LineProps) => (
  <WithIcon tag="span" gap={1} icon={<Icon fill={`${colour}600`} width="1.2rem" height="1.2rem" />}>
    <Typography
      variant="pi"
      tag="span"
      textColor={TEXT_COLOURS[colour]}
      minWidth={0}
      style={WRAP_ANYWHERE}
    >
      {children}
    </Typography>
  </WithIcon>
);

interface MessageProps {
  /** `alert` for a message that appears while somebody works: screen readers announce it at once. */
  role?: 'alert' | 'note';
  tone: 'danger' | 'warning';
  testId?: string;
  padding?: number;
  children: React.ReactNode;
}

/** An important message. */
export const Message = ({ role = 'alert', tone, testId, padding = 3, children }: MessageProps) => (
  <Box
    role={role}
    background={`${tone}100`}
    borderColor={`${tone}200`}
    hasRadius
    padding={padding}
    width="100%"
    style={WRAP_ANYWHERE}
    data-testid={testId}
  >
    {children}
  </Box>
);

/** An alarm at the top: readers do not have what they should. */
export const Alarm = ({ testId, children }: Pick<MessageProps, 'testId' | 'children'>) => (
  <Message role="note" tone="danger" testId={testId} padding={4}>
    <WithIcon gap={3} icon={<WarningCircle fill="danger600" width="1.6rem" height="1.6rem" />}>
      {children}
    </WithIcon>
  </Message>
);

interface TwoLinesProps {
  children?: React.ReactNode;
  /** Shown on the second line. */
  detail?: React.ReactNode;
  minWidth?: string;
  maxWidth?: string;
}

/** A name, and details below it. */
export const TwoLines = ({ children, detail, minWidth = '0', maxWidth }: TwoLinesProps) => (
  <Flex
    direction="column"
    alignItems="flex-start"
    gap={1}
    minWidth={minWidth}
    maxWidth={maxWidth}
    style={WRAP_IN_TABLES}
  >
    {typeof children === 'string' ? (
      <Typography textColor="neutral800">{children}</Typography>
    ) : (
      children
    )}
    {typeof detail === 'string' ? (
      <Typography variant="pi" textColor="neutral600">
        {detail}
      </Typography>
    ) : (
      detail
    )}
  </Flex>
);

interface FoldProps {
  title: string;
  children: React.ReactNode;
}

interface SectionProps extends FoldProps {
  /** Shown beside the title. */
  actions?: React.ReactNode;
}

/** A titled part of a side panel. */
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

/** A part of a side panel that is closed at first. */
export const Fold = ({
  title,
  heading = 'h3',
  children,
}: FoldProps & { heading?: 'h2' | 'h3' }) => {
  const [isOpen, setIsOpen] = React.useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <Summary>
        <Typography
          variant="omega"
          fontWeight="bold"
          tag={heading}
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

interface StatusBadgeProps {
  variant: StatusProps['variant'];
  children: React.ReactNode;
}

export const StatusBadge = ({ variant, children }: StatusBadgeProps) => (
  <Status variant={variant} size="S" width="min-content">
    <Typography
      tag="span"
      variant="omega"
      fontWeight="bold"
      ellipsis
      // The theme's orange on its own background has too little contrast (WCAG 2.1, 1.4.3).
      textColor={variant === 'warning' ? 'neutral800' : undefined}
    >
      {children}
    </Typography>
  </Status>
);

/** A link within a sentence, in the same font size. */
export const TextLink = styled(Link)`
  color: ${({ theme }) => theme.colors.primary600};
  overflow-wrap: anywhere;
`;

/** Says that the user's role may not see something. */
export const Withheld = ({ children }: Pick<LineProps, 'children'>) => (
  <Line Icon={Lock} colour="neutral">
    {children}
  </Line>
);
