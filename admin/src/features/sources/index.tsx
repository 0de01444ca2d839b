import { Layouts, Page } from '@strapi/strapi/admin';
import {
  Badge,
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

/** Content types, what each is to the plugin, and the fields that its parts are taken from. */
const SourceTable = ({ mapped, proposed }: SourceTypes) => {
  const t = useTranslation();
  const typeName = useTypeName();
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
              <Flex direction="column" alignItems="flex-start" gap={1} maxWidth="20rem">
                <Typography fontWeight="bold" textColor="neutral800" style={WRAPPED}>
                  {typeName(type.name)}
                </Typography>
                <Typography variant="pi" textColor="neutral600" style={WRAPPED}>
                  {type.contentType}
                </Typography>
              </Flex>
            </Td>
            <Td style={TOP}>
              <Typography textColor="neutral800">
                {t(mapped.includes(type) ? `sources.role.${type.role}` : 'sources.role.none')}
              </Typography>
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
  const { data, error, reload } = useAnswer<{ data: SourceTypes }>('sources');
  return (
    <Page.Protect permissions={SETTINGS_PERMISSIONS}>
      <Page.Main>
        <Page.Title>{t('sources.title')}</Page.Title>
        <Layouts.Header title={t('sources.title')} subtitle={t('sources.subtitle')} />
        <Layouts.Content>
          {error !== undefined && !data ? <Failure error={error} onRetry={reload} /> : null}
          {!data && error === undefined ? <Loading /> : null}
          {data ? <SourceTable {...data.data} /> : null}
        </Layouts.Content>
      </Page.Main>
    </Page.Protect>
  );
};
