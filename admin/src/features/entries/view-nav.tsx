import { Badge, Box, Flex, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import type { EntryNumber } from '../../../../src/panel/admin-api';
import { useTranslation } from '../../shared/use-translation';
import { useView, type View } from './views';

const ViewLink = styled(Link)`
  display: flex;
  align-items: center;
  /* As high with a number as without. */
  min-height: 4.8rem;
  gap: ${({ theme }) => theme.spaces[2]};
  padding: ${({ theme }) => `${theme.spaces[3]} ${theme.spaces[3]}`};
  color: ${({ theme }) => theme.colors.neutral600};
  text-decoration: none;
  border-bottom: 2px solid transparent;
  border-radius: 4px 4px 0 0;

  &:hover {
    color: ${({ theme }) => theme.colors.neutral800};
  }

  &[aria-current='page'] {
    color: ${({ theme }) => theme.colors.primary700};
    border-bottom-color: ${({ theme }) => theme.colors.primary600};
  }
`;

interface ViewNavProps {
  /** How many entries each view has, as far as that is known. */
  numbers: Partial<Record<View, EntryNumber>>;
  views: readonly View[];
}

/** The views of the Feeds page, as links: each has an address of its own. */
export const ViewNav = ({ numbers, views }: ViewNavProps) => {
  const t = useTranslation();
  const { view: current, toView } = useView();
  return (
    <Box
      tag="nav"
      aria-label={t('views.label')}
      paddingLeft={{ initial: 4, medium: 6, large: 10 }}
      paddingRight={{ initial: 4, medium: 6, large: 10 }}
      paddingBottom={4}
    >
      <Flex
        tag="ul"
        wrap="wrap"
        gap={1}
        borderStyle="solid"
        borderWidth="0 0 1px"
        borderColor="neutral200"
      >
        {views.map((view) => {
          const number = numbers[view];
          return (
            <li key={view}>
              <ViewLink to={toView(view)} aria-current={view === current ? 'page' : undefined}>
                <Typography tag="span" variant="omega" fontWeight="bold" textColor="inherit">
                  {t(`views.${view}`)}
                </Typography>
                {number && number.count > 0 ? (
                  <Badge>
                    {number.isWhole
                      ? t('views.number', { count: number.count })
                      : t('views.atLeast', { count: number.count })}
                  </Badge>
                ) : null}
              </ViewLink>
            </li>
          );
        })}
      </Flex>
    </Box>
  );
};
