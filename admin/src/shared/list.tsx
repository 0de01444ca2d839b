import { Table, useIsMobile, useQueryParams } from '@strapi/strapi/admin';
import { Box, Flex, TextButton, Th, Typography } from '@strapi/design-system';
import { CaretDown } from '@strapi/icons';
import * as React from 'react';

import { Card } from './blocks';

export interface Column<Row> {
  name: string;
  label: string;
  /** Whether the server sorts by it. */
  sortable?: true;
  /** Whether a phone leaves the column out. */
  isWide?: true;
  cell: (row: Row) => React.ReactNode;
}

// Includes the properties that the row passes to its cells, such as their position in the grid.
type HeaderCellProps = Omit<React.ComponentProps<typeof Th>, 'children'> &
  Pick<Column<never>, 'name' | 'label' | 'sortable'>;

/**
 * A column's heading with a button to sort. Strapi's own heading drops its position in the grid, so neither it
 * nor the table receives key strokes (strapi/design-system, RawCell).
 */
const HeaderCell = ({ name, label, sortable, ...cell }: HeaderCellProps) => {
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
        <TextButton
          type="button"
          onClick={() =>
            setQuery({ sort: `${name}:${isSorted && isUp ? 'DESC' : 'ASC'}` }, 'push', true)
          }
          // A paler arrow means that the column can be sorted, and in which direction first.
          endIcon={
            <CaretDown
              aria-hidden
              fill="neutral500"
              width="0.8rem"
              height="0.8rem"
              style={{ rotate: isSorted && !isUp ? '0deg' : '180deg', opacity: isSorted ? 1 : 0.4 }}
            />
          }
        >
          {text}
        </TextButton>
      ) : (
        text
      )}
    </Th>
  );
};

interface ListProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: Column<Row>[];
  /** Vertical alignment of cells with several lines. */
  verticalAlign?: 'top';
}

/** Rows as a table; on a phone as blocks, with the cells of each below one another. */
export const List = <Row,>({ rows, keyOf, columns, verticalAlign }: ListProps<Row>) => {
  const isMobile = useIsMobile();
  if (isMobile) {
    return (
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {rows.map((row) => (
          <Card key={keyOf(row)} tag="li" padding={4}>
            <Flex direction="column" alignItems="flex-start" gap={2}>
              {columns.map(({ name, isWide, cell }) =>
                isWide ? null : <React.Fragment key={name}>{cell(row)}</React.Fragment>,
              )}
            </Flex>
          </Card>
        ))}
      </Flex>
    );
  }
  return (
    <Table.Root rows={rows.map((row) => ({ id: keyOf(row) }))} headers={columns}>
      <Table.Content>
        <Table.Head>
          {columns.map(({ name, label, sortable }) => (
            <HeaderCell key={name} name={name} label={label} sortable={sortable} />
          ))}
        </Table.Head>
        <Table.Body>
          {rows.map((row) => (
            <Table.Row key={keyOf(row)}>
              {columns.map(({ name, cell }) => (
                // The first cell of Strapi's tables has no padding, so the first lines would not be in one line.
                <Table.Cell key={name} style={{ verticalAlign, paddingBlock: 0 }}>
                  <Box paddingTop={5} paddingBottom={5}>
                    {cell(row)}
                  </Box>
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Content>
    </Table.Root>
  );
};
