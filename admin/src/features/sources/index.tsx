import { Layouts, Page } from '@strapi/strapi/admin';
import { Badge, Button, Flex, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import type * as React from 'react';

import type { SourceType, SourceTypes } from '../../../../src/panel/admin-api';
import { useCopy } from '../../shared/address-actions';
import { useTypeName } from '../../shared/names';
import { TwoLines, WRAP_IN_TABLES } from '../../shared/blocks';
import { List } from '../../shared/list';
import { Answered } from '../../shared/states';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

const Line = ({ children, lang }: { children: React.ReactNode; lang?: string }) => (
  <Typography tag="p" textColor="neutral800" style={WRAP_IN_TABLES} lang={lang}>
    {children}
  </Typography>
);

/** The fields that a part of an item comes from; the part is named by its key in the configuration. */
const Part = ({ part: { key, from, isGuessed } }: { part: SourceType['parts'][number] }) => {
  const t = useTranslation();
  return (
    <Flex tag="li" gap={2} wrap="wrap">
      <Typography textColor="neutral800" style={WRAP_IN_TABLES}>
        <code>{key}</code>: <code>{from.join(', ')}</code>
      </Typography>
      {isGuessed ? <Badge>{t('sources.guessed')}</Badge> : null}
    </Flex>
  );
};

/** Copies the configuration that publishes the type. */
const Configuration = ({ configuration }: Pick<SourceType, 'configuration'>) => {
  const t = useTranslation();
  const copy = useCopy();
  if (!configuration) return null;
  return (
    <Flex paddingTop={2}>
      <Button
        variant="tertiary"
        size="S"
        startIcon={<Duplicate />}
        onClick={() => copy(configuration)}
      >
        {t('sources.copy')}
      </Button>
    </Flex>
  );
};

/** The fields of a type's parts, or why the type cannot be published. */
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

/** Display name and UID of a content type. */
const Name = ({ type: { name, contentType } }: { type: SourceType }) => (
  <TwoLines maxWidth="20rem" detail={contentType}>
    <Typography fontWeight="bold" textColor="neutral800">
      {useTypeName()(name)}
    </Typography>
  </TwoLines>
);

/** Content types with their roles, and the fields of their parts. */
const SourceList = ({ mapped, proposed }: SourceTypes) => {
  const t = useTranslation();
  const toRole = (type: SourceType) => (
    <Typography textColor="neutral800">
      {t(mapped.includes(type) ? `sources.role.${type.role}` : 'sources.role.none')}
    </Typography>
  );
  return (
    <List
      rows={[...mapped, ...proposed]}
      keyOf={({ contentType }) => contentType}
      verticalAlign="top"
      columns={[
        { name: 'type', label: t('sources.column.type'), cell: (type) => <Name type={type} /> },
        { name: 'role', label: t('sources.column.role'), cell: toRole },
        { name: 'parts', label: t('sources.column.parts'), cell: (type) => <Parts type={type} /> },
      ]}
    />
  );
};

/** Settings > Feeds > Sources. */
const SourcesPage = () => {
  const t = useTranslation();
  const sources = useAnswer<SourceTypes>('sources');
  return (
    <Page.Main>
      <Page.Title>{t('sources.title')}</Page.Title>
      <Layouts.Header title={t('sources.title')} subtitle={t('sources.subtitle')} />
      <Layouts.Content>
        <Answered answer={sources}>{(found) => <SourceList {...found} />}</Answered>
      </Layouts.Content>
    </Page.Main>
  );
};

export default SourcesPage;
