import {
  Box,
  Button,
  Flex,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import * as React from 'react';
import { styled } from 'styled-components';

import type { FeedDocument } from '../../../../src/panel/admin-api';
import { AddressActions, useCopy } from '../../shared/address-actions';
import { useTranslation } from '../../shared/use-translation';

const Source = styled.pre`
  font-family:
    'SF Mono', SFMono-Regular, ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  font-size: 1.3rem;
  line-height: 1.6;
  tab-size: 2;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  color: ${({ theme }) => theme.colors.neutral800};
`;

interface XmlTabProps {
  documents: FeedDocument[];
}

/** The exact document in each format. */
export const XmlTab = ({ documents }: XmlTabProps) => {
  const t = useTranslation();
  const copy = useCopy();
  const [chosen, setChosen] = React.useState<string>('rss');
  const shown = documents.find(({ name }) => name === chosen) ?? documents[0]!;
  return (
    <Box background="neutral0" shadow="tableShadow" hasRadius>
      <Flex
        justifyContent="space-between"
        gap={4}
        wrap="wrap"
        padding={4}
        borderStyle="solid"
        borderWidth="0 0 1px"
        borderColor="neutral150"
      >
        <Typography textColor="neutral600">{t('feed.xml.explained')}</Typography>
        <Flex gap={2} wrap="wrap">
          <SingleSelect
            size="S"
            aria-label={t('feed.xml.format')}
            value={shown.name}
            onChange={(name) => setChosen(String(name))}
          >
            {documents.map(({ name, label }) => (
              <SingleSelectOption key={name} value={name}>
                {label}
              </SingleSelectOption>
            ))}
          </SingleSelect>
          <AddressActions address={shown.address} subject={shown.label} />
          <Button
            variant="secondary"
            size="S"
            startIcon={<Duplicate />}
            onClick={() => copy(shown.source)}
          >
            {t('feed.xml.copy')}
          </Button>
        </Flex>
      </Flex>
      <Box
        padding={4}
        overflow="auto"
        maxHeight="70vh"
        tabIndex={0}
        role="region"
        aria-label={t('feed.xml.label')}
      >
        <Source>{shown.source}</Source>
      </Box>
    </Box>
  );
};
