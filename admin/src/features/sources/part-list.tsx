import { Badge, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';

import type { SourcePart, SourceType } from '../../../../src/panel/admin-api';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

const LABELS: Record<string, TranslationKey> = {
  address: 'sources.part.address',
  title: 'sources.part.title',
  summary: 'sources.part.summary',
  body: 'sources.part.body',
  date: 'sources.part.date',
  author: 'sources.part.author',
  valueTopics: 'sources.part.valueTopics',
  cover: 'sources.part.cover',
  enclosure: 'sources.part.enclosure',
  podcast: 'sources.part.podcast',
  topics: 'sources.part.topics',
  metaTitle: 'sources.part.metaTitle',
  metaDescription: 'sources.part.metaDescription',
  metaImage: 'sources.part.metaImage',
  canonical: 'sources.part.canonical',
  noindex: 'sources.part.noindex',
  keepOut: 'sources.part.keepOut',
  guid: 'sources.part.guid',
  name: 'sources.part.name',
  description: 'sources.part.description',
  image: 'sources.part.image',
  hidden: 'sources.part.hidden',
  itemsPerFeed: 'sources.part.itemsPerFeed',
  content: 'sources.part.content',
};

const OF_TOPICS: Record<string, TranslationKey> = {
  title: 'sources.default.title',
  itemsPerFeed: 'sources.default.site',
  content: 'sources.default.site',
};

/** What stands in for a part that no field gives. */
const DEFAULTS: Record<SourceType['role'], Record<string, TranslationKey>> = {
  source: {
    summary: 'sources.default.summary',
    date: 'sources.default.date',
    guid: 'sources.default.guid',
    metaTitle: 'sources.default.metaTitle',
    metaDescription: 'sources.part.summary',
    metaImage: 'sources.part.cover',
  },
  page: {
    summary: 'sources.default.summary',
    metaTitle: 'sources.default.metaTitle',
    metaDescription: 'sources.part.summary',
    metaImage: 'sources.part.cover',
  },
  topic: OF_TOPICS,
  author: OF_TOPICS,
};

const Grid = styled.dl`
  display: grid;
  grid-template-columns: fit-content(45%) minmax(0, 1fr);
  gap: 0.8rem clamp(1.2rem, 3vw, 2.4rem);
  align-items: baseline;

  dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const Code = styled.code`
  font-family:
    'SF Mono', SFMono-Regular, ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  font-size: 1.3rem;
  color: ${({ theme }) => theme.colors.neutral800};
`;

interface PartListProps {
  type: Pick<SourceType, 'role' | 'parts'>;
}

/** What each part of an item, or of a topic, is taken from, and what of that was guessed. */
export const PartList = ({ type: { role, parts } }: PartListProps) => {
  const t = useTranslation();
  const fallback = ({ key }: SourcePart): string => {
    const known = DEFAULTS[role][key];
    return known ? t(known) : '–';
  };
  return (
    <Grid>
      {parts.map((part) => (
        <div key={part.key} style={{ display: 'contents' }}>
          <dt>
            <Typography textColor="neutral600">
              {LABELS[part.key] ? t(LABELS[part.key]!) : part.key}
            </Typography>
          </dt>
          <dd>
            {part.from.length === 0 ? (
              <Typography textColor="neutral600">{fallback(part)}</Typography>
            ) : (
              <Flex gap={2} wrap="wrap">
                <Code>{part.from.join(', ')}</Code>
                {part.isGuessed ? <Badge>{t('sources.guessed')}</Badge> : null}
              </Flex>
            )}
          </dd>
        </div>
      ))}
    </Grid>
  );
};
