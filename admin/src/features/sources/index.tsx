import { Layouts, Page, useIsMobile } from '@strapi/strapi/admin';
import {
  Badge,
  Box,
  Button,
  Flex,
  Table,
  Tbody,
  Td,
  Th,
  Thead,
  Tr,
  Typography,
} from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import type * as React from 'react';

import type { SourcePart, SourceType, SourceTypes } from '../../../../src/panel/admin-api';
import { useCopy } from '../../shared/address-actions';
import { SETTINGS_PERMISSIONS } from '../../shared/permissions';
import { Failure, Loading } from '../../shared/states';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { useTypeName } from '../../shared/use-type-name';

/** Texts of a table's cell may be long. */
const WRAPPED = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

const TOP = { verticalAlign: 'top', paddingBlock: '1.2rem' } as const;

const Line = ({ children, lang }: { children: React.ReactNode; lang?: string }) => (
  <Typography tag="p" textColor="neutral800" style={WRAPPED} lang={lang}>
    {children}
  </Typography>
);

/** What a part of an item is taken from; the configuration's own name of the part, as developers know it. */
const Part = ({ part: { key, from, isGuessed } }: { part: SourcePart }) => {
  const t = useTranslation();
  return (
    <Flex tag="li" gap={2} wrap="wrap">
      <Typography textColor="neutral800" style={WRAPPED}>
        <code>{key}</code>: <code>{from.join(', ')}</code>
      </Typography>
      {isGuessed ? <Badge>{t('sources.guessed')}</Badge> : null}
    </Flex>
  );
};

/** Copies what a developer writes to have the type published. */
const Configuration = ({ configuration }: Pick<SourceType, 'configuration'>) => {
  const t = useTranslation();
  const copy = useCopy();
  if (!configuration) return null;
  return (
    <Flex gap={2} wrap="wrap" paddingTop={2}>
      <Typography textColor="neutral600">{t('sources.copy')}</Typography>
      {(['typescript', 'javascript'] as const).map((language) => (
        <Button
          key={language}
          variant="tertiary"
          size="S"
          startIcon={<Duplicate />}
          aria-label={`${t('sources.copy')}: ${language}`}
          onClick={() => copy(configuration[language])}
        >
          {language === 'typescript' ? 'TypeScript' : 'JavaScript'}
        </Button>
      ))}
    </Flex>
  );
};

/** Where the parts of a type's items come from, or why it cannot be published. */
const Parts = ({ type }: { type: SourceType }) => {
  const t = useTranslation();
  const { parts, unread, refusals, configuration, role, hasDrafts } = type;
  return (
    <>
      {refusals.map((refusal) => (
        <Line key={refusal} lang="en">
          {refusal}
        </Line>
      ))}
      {['source', 'page'].includes(role) && refusals.length === 0 && !hasDrafts ? (
        <Line>{t('sources.withoutDrafts')}</Line>
      ) : null}
      <ul>
        {parts
          .filter(({ from }) => from.length > 0)
          .map((part) => (
            <Part key={part.key} part={part} />
          ))}
      </ul>
      {unread.length > 0 ? (
        <Line>
          {t('sources.unread')} <code>{unread.map(({ field }) => field).join(', ')}</code>
        </Line>
      ) : null}
      <Configuration configuration={configuration} />
    </>
  );
};

/** What a content type is called, by people and by developers. */
const Name = ({ type: { name, contentType } }: { type: SourceType }) => {
  const typeName = useTypeName();
  return (
    <Flex direction="column" alignItems="flex-start" gap={1} maxWidth="20rem">
      <Typography fontWeight="bold" textColor="neutral800" style={WRAPPED}>
        {typeName(name)}
      </Typography>
      <Typography variant="pi" textColor="neutral600" style={WRAPPED}>
        {contentType}
      </Typography>
    </Flex>
  );
};

/** What a content type is to the plugin. */
const useRole = ({ mapped }: SourceTypes): ((type: SourceType) => string) => {
  const t = useTranslation();
  return (type) => t(mapped.includes(type) ? `sources.role.${type.role}` : 'sources.role.none');
};

/** Content types one below the other, for a phone. */
const SourceCards = (types: SourceTypes) => {
  const roleOf = useRole(types);
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
      {[...types.mapped, ...types.proposed].map((type) => (
        <Box
          key={type.contentType}
          tag="li"
          background="neutral0"
          shadow="tableShadow"
          hasRadius
          padding={4}
        >
          <Flex justifyContent="space-between" alignItems="flex-start" gap={2} paddingBottom={2}>
            <Name type={type} />
            <Typography textColor="neutral800">{roleOf(type)}</Typography>
          </Flex>
          <Parts type={type} />
        </Box>
      ))}
    </Flex>
  );
};

/** Content types, what each is to the plugin, and the fields that its parts are taken from. */
const SourceTable = (types: SourceTypes) => {
  const { mapped, proposed } = types;
  const t = useTranslation();
  const roleOf = useRole(types);
  const heads = [t('sources.column.type'), t('sources.column.role'), t('sources.column.parts')];
  return (
    <Table colCount={heads.length} rowCount={mapped.length + proposed.length + 1}>
      <Thead>
        <Tr>
          {heads.map((head) => (
            <Th key={head}>
              <Typography variant="sigma" textColor="neutral600">
                {head}
              </Typography>
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {[...mapped, ...proposed].map((type) => (
          <Tr key={type.contentType}>
            <Td style={TOP}>
              <Name type={type} />
            </Td>
            <Td style={TOP}>
              <Typography textColor="neutral800">{roleOf(type)}</Typography>
            </Td>
            <Td style={TOP}>
              <Parts type={type} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
};

/** Settings > Feeds > Sources. */
export const ProtectedSourcesPage = () => {
  const t = useTranslation();
  const List = useIsMobile() ? SourceCards : SourceTable;
  const { data, error, reload } = useAnswer<{ data: SourceTypes }>('sources');
  return (
    <Page.Protect permissions={SETTINGS_PERMISSIONS}>
      <Page.Main>
        <Page.Title>{t('sources.title')}</Page.Title>
        <Layouts.Header title={t('sources.title')} subtitle={t('sources.subtitle')} />
        <Layouts.Content>
          {error !== undefined && !data ? <Failure error={error} onRetry={reload} /> : null}
          {!data && error === undefined ? <Loading /> : null}
          {data ? <List {...data.data} /> : null}
        </Layouts.Content>
      </Page.Main>
    </Page.Protect>
  );
};
