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
import { tokenize, type TokenKind } from './xml-tokens';

/** Colouring makes an element of every token; what comes after so many characters stays plain. */
const COLOURED_CHARACTERS = 100_000;

const Source = styled.pre`
  font-family:
    'SF Mono', SFMono-Regular, ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  font-size: 1.3rem;
  line-height: 1.6;
  tab-size: 2;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  color: ${({ theme }) => theme.colors.neutral800};

  .markup {
    color: ${({ theme }) => theme.colors.neutral600};
  }
  .name {
    color: ${({ theme }) => theme.colors.primary700};
  }
  .attribute {
    color: ${({ theme }) => theme.colors.alternative700};
  }
  .value {
    color: ${({ theme }) => theme.colors.success700};
  }
  .reference {
    color: ${({ theme }) => theme.colors.danger700};
  }
`;

interface XmlTabProps {
  documents: FeedDocument[];
}

const toElement = ({ kind, text }: { kind: TokenKind; text: string }, index: number) =>
  kind === 'text' ? (
    text
  ) : (
    // Tokens never move: they are made anew with the document.
    <span key={index} className={kind}>
      {text}
    </span>
  );

const isXml = ({ name }: FeedDocument): boolean => name !== 'json';

/** The exact document in each format, XML coloured. */
export const XmlTab = ({ documents }: XmlTabProps) => {
  const t = useTranslation();
  const copy = useCopy();
  const [chosen, setChosen] = React.useState<string>('rss');
  const shown = documents.find(({ name }) => name === chosen) ?? documents[0]!;
  const coloured = React.useMemo(
    () => (isXml(shown) ? tokenize(shown.source.slice(0, COLOURED_CHARACTERS)).map(toElement) : []),
    [shown],
  );
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
        <Source>
          {coloured}
          {isXml(shown) ? shown.source.slice(COLOURED_CHARACTERS) : shown.source}
        </Source>
      </Box>
    </Box>
  );
};
