import { Table, useIsMobile } from '@strapi/strapi/admin';
import { Box, Flex } from '@strapi/design-system';

import type { EntryInFeeds } from '../../../../src/panel/admin-api';
import { useTranslation } from '../../shared/use-translation';
import { EditButton } from '../feeds/edit-button';
import { HeaderCell } from '../feeds/header-cell';
import {
  EntryDate,
  EntryFeeds,
  EntryKind,
  EntryStatusBadge,
  EntryTitle,
  keyOf,
} from './entry-parts';

interface EntryListProps {
  entries: EntryInFeeds[];
}

/** The entries as a table, for screens wide enough. */
const EntryTable = ({ entries }: EntryListProps) => {
  const t = useTranslation();
  // Languages may have clocks of their own; those of one site seldom have.
  const zone = entries[0]?.timeZone;
  const headers = [
    { name: 'title', label: t('entries.column.title') },
    { name: 'status', label: t('entries.column.status') },
    { name: 'date', label: `${t('entries.column.date')} (${zone})` },
    { name: 'feeds', label: t('entries.column.feeds') },
    { name: 'edit', label: t('feed.edit') },
  ];
  return (
    <Table.Root rows={entries.map((entry) => ({ ...entry, id: keyOf(entry) }))} headers={headers}>
      <Table.Content>
        <Table.Head>
          {headers.map((header) => (
            <HeaderCell key={header.name} {...header} />
          ))}
        </Table.Head>
        <Table.Body>
          {entries.map((entry) => (
            <Table.Row key={keyOf(entry)}>
              <Table.Cell>
                <Flex
                  direction="column"
                  alignItems="flex-start"
                  gap={1}
                  minWidth="16rem"
                  maxWidth="36rem"
                  paddingTop={2}
                  paddingBottom={2}
                >
                  <EntryTitle entry={entry} />
                  <EntryKind entry={entry} />
                </Flex>
              </Table.Cell>
              <Table.Cell>
                <EntryStatusBadge status={entry.status} />
              </Table.Cell>
              <Table.Cell>
                <EntryDate entry={entry} />
              </Table.Cell>
              <Table.Cell>
                <EntryFeeds feeds={entry.feeds} />
              </Table.Cell>
              <Table.Cell>
                <EditButton article={entry} />
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Content>
    </Table.Root>
  );
};

/** The entries one below the other, for a phone. */
const EntryCards = ({ entries }: EntryListProps) => (
  <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
    {entries.map((entry) => (
      <Box
        key={keyOf(entry)}
        tag="li"
        background="neutral0"
        shadow="tableShadow"
        hasRadius
        padding={4}
      >
        <Flex direction="column" alignItems="flex-start" gap={2}>
          <Flex direction="column" alignItems="flex-start" gap={1} minWidth={0}>
            <EntryTitle entry={entry} />
            <EntryKind entry={entry} />
          </Flex>
          <EntryStatusBadge status={entry.status} />
          <EntryDate entry={entry} />
          <EntryFeeds feeds={entry.feeds} />
          <EditButton article={entry} />
        </Flex>
      </Box>
    ))}
  </Flex>
);

export const EntryList = ({ entries }: EntryListProps) =>
  useIsMobile() ? <EntryCards entries={entries} /> : <EntryTable entries={entries} />;
