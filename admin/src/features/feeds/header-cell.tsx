import { useQueryParams } from '@strapi/strapi/admin';
import { Flex, Th, Typography } from '@strapi/design-system';
import { CaretDown } from '@strapi/icons';
import type * as React from 'react';
import { styled } from 'styled-components';

const Arrow = styled(CaretDown)<{ $isUp: boolean; $isSorted: boolean }>`
  transform: ${({ $isUp }) => ($isUp ? 'rotate(180deg)' : 'none')};
  opacity: ${({ $isSorted }) => ($isSorted ? 1 : 0.4)};
`;

const SortButton = styled.button`
  cursor: pointer;
  border-radius: 4px;

  &:hover,
  &:focus-visible {
    text-decoration: underline;
  }

  &:hover ${Arrow} {
    opacity: 1;
  }
`;

// What the row gives its cells, their place in the grid among it.
interface HeaderCellProps extends Omit<React.ComponentProps<typeof Th>, 'children'> {
  name: string;
  label: string;
  sortable?: boolean;
}

/**
 * A column's heading, with a button that sorts by it. Strapi's own heading drops its place in the
 * grid, so no key stroke reaches it, nor the table (strapi/design-system, RawCell).
 */
export const HeaderCell = ({ name, label, sortable, ...cell }: HeaderCellProps) => {
  const [{ query }, setQuery] = useQueryParams<{ sort?: string }>();
  const [sortedBy = 'title', order = 'ASC'] = (query.sort ?? '').split(':').filter(Boolean);
  const isSorted = sortable && sortedBy === name;
  const isUp = order.toUpperCase() === 'ASC';
  const text = (
    <Typography tag="span" variant="sigma" textColor="neutral600">
      {label}
    </Typography>
  );
  return (
    <Th
      {...cell}
      role="columnheader"
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}
    >
      {sortable ? (
        <SortButton
          type="button"
          onClick={() =>
            setQuery({ sort: `${name}:${isSorted && isUp ? 'DESC' : 'ASC'}` }, 'push', true)
          }
        >
          <Flex gap={1}>
            {text}
            {/* The paler one says that the column can be sorted by, and which way first. */}
            <Arrow
              $isUp={isSorted ? isUp : true}
              $isSorted={Boolean(isSorted)}
              aria-hidden
              fill="neutral500"
              width="0.8rem"
              height="0.8rem"
            />
          </Flex>
        </SortButton>
      ) : (
        text
      )}
    </Th>
  );
};
