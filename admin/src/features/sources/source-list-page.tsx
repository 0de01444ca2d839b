import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { Accordion, Box, Flex, Typography } from '@strapi/design-system';

import type { SourceType } from '../../../../src/panel/admin-api';
import { feedList } from '../../shared/entry-addresses';
import { Failure, Loading } from '../../shared/states';
import { useTranslation } from '../../shared/use-translation';
import { useTypeName } from '../../shared/use-type-name';
import { SourceCard, SourceDetails } from './source-card';
import { useSources } from './use-sources';

interface SectionProps {
  title: string;
  explained: string;
}

const Heading = ({ title, explained }: SectionProps) => (
  <Flex direction="column" alignItems="flex-start" gap={1} paddingTop={4}>
    <Typography variant="beta" tag="h2">
      {title}
    </Typography>
    <Typography textColor="neutral600">{explained}</Typography>
  </Flex>
);

/** Content types that are not published, each with how it would be. */
const Proposed = ({ types }: { types: SourceType[] }) => {
  const typeName = useTypeName();
  return (
    <Box background="neutral0" shadow="tableShadow" hasRadius>
      <Accordion.Root>
        {types.map((type) => (
          <Accordion.Item key={type.contentType} value={type.contentType}>
            <Accordion.Header>
              <Accordion.Trigger description={type.contentType}>
                {typeName(type.name)}
              </Accordion.Trigger>
            </Accordion.Header>
            <Accordion.Content>
              <Box padding={{ initial: 4, medium: 6 }}>
                <SourceDetails type={type} />
              </Box>
            </Accordion.Content>
          </Accordion.Item>
        ))}
      </Accordion.Root>
    </Box>
  );
};

/** What is published, what each part of an item is taken from, and what else could be published. */
export const SourceListPage = () => {
  const t = useTranslation();
  const { data, error, reload } = useSources();
  const ofRole = (role: SourceType['role']): SourceType[] =>
    data?.mapped.filter((type) => type.role === role) ?? [];
  return (
    <Page.Main>
      <Page.Title>{t('sources.title')}</Page.Title>
      <Layouts.Header
        navigationAction={<BackButton fallback={feedList} />}
        title={t('sources.title')}
        subtitle={t('sources.subtitle')}
      />
      <Layouts.Content>
        {error !== undefined && !data ? <Failure error={error} onRetry={reload} /> : null}
        {!data && error === undefined ? <Loading /> : null}
        {data ? (
          <Flex direction="column" alignItems="stretch" gap={6}>
            {ofRole('source').map((type) => (
              <SourceCard key={type.contentType} type={type} />
            ))}
            {ofRole('page').length > 0 ? (
              <Heading title={t('sources.pages')} explained={t('sources.pages.explained')} />
            ) : null}
            {ofRole('page').map((type) => (
              <SourceCard key={type.contentType} type={type} />
            ))}
            {ofRole('topic').length > 0 ? (
              <Heading title={t('sources.topics')} explained={t('sources.topics.explained')} />
            ) : null}
            {ofRole('topic').map((type) => (
              <SourceCard key={type.contentType} type={type} />
            ))}
            {ofRole('author').length > 0 ? (
              <Heading title={t('sources.authors')} explained={t('sources.authors.explained')} />
            ) : null}
            {ofRole('author').map((type) => (
              <SourceCard key={type.contentType} type={type} />
            ))}
            {data.proposed.length > 0 ? (
              <>
                <Heading
                  title={t('sources.proposed')}
                  explained={t('sources.proposed.explained')}
                />
                <Proposed types={data.proposed} />
              </>
            ) : null}
          </Flex>
        ) : null}
      </Layouts.Content>
    </Page.Main>
  );
};
