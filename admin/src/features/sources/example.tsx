import { Box, Flex, Link as DesignLink, LinkButton, Typography } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { Link } from 'react-router-dom';

import type { SourceExample, SourceType } from '../../../../src/panel/admin-api';
import { editEntry } from '../../shared/entry-addresses';
import { EntryProblems } from '../../shared/entry-problems';
import { ScheduledBadge } from '../../shared/scheduled-badge';
import { Failure, Loading } from '../../shared/states';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';
import { useSourceExample } from './use-sources';

const MISSING = {
  title: 'sources.missing.title',
  address: 'sources.missing.address',
} as const;

/** The panel's own styles have headings and paragraphs break otherwise, so that none takes it from around it. */
const ANYWHERE = { overflowWrap: 'anywhere' } as const;

interface ItemProps {
  item: NonNullable<SourceExample['item']>;
  timeZone: string;
  isPublic: boolean;
}

const Item = ({ item, timeZone, isPublic }: ItemProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const line = [
    item.date === null ? t('sources.default.date') : toDate(item.date),
    item.author,
    item.topics.join(', '),
  ].filter(Boolean);
  return (
    <Flex alignItems="flex-start" gap={4} wrap="wrap">
      {item.image === null ? null : (
        <img
          src={item.image}
          alt=""
          style={{ width: '12rem', height: '8rem', objectFit: 'cover', borderRadius: '4px' }}
        />
      )}
      <Flex
        direction="column"
        alignItems="flex-start"
        gap={1}
        flex="1 1 24rem"
        minWidth={0}
        style={ANYWHERE}
      >
        <Typography variant="delta" tag="h4" style={ANYWHERE}>
          {item.title}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {line.join(' · ')}
        </Typography>
        {item.link === null ? null : isPublic ? (
          <DesignLink href={item.link} isExternal>
            {item.link}
          </DesignLink>
        ) : (
          <Typography variant="pi" textColor="neutral600">
            {item.link}
          </Typography>
        )}
        <Box paddingTop={2} maxWidth="68rem">
          <Typography
            tag="p"
            textColor="neutral700"
            style={{ ...ANYWHERE, whiteSpace: 'pre-line' }}
          >
            {item.summary || t('panel.item.noSummary')}
          </Typography>
        </Box>
      </Flex>
    </Flex>
  );
};

interface ExampleProps {
  type: Pick<SourceType, 'contentType' | 'parts'>;
  isMapped: boolean;
}

/** The newest entry of a content type as the item it becomes, with its problems. */
export const Example = ({ type: { contentType, parts }, isMapped }: ExampleProps) => {
  const t = useTranslation();
  const { data, error, reload } = useSourceExample(contentType);
  if (error !== undefined && data === undefined) return <Failure error={error} onRetry={reload} />;
  if (data === undefined) return <Loading />;
  if (data === null) {
    return <Typography textColor="neutral600">{t('sources.example.none')}</Typography>;
  }
  const [address = ''] = parts.find(({ key }) => key === 'address')?.from ?? [];
  const isWhole = data.missing.length === 0;
  const waitsFor = data.isPublished && !data.isDue ? (data.item?.date ?? null) : null;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Flex justifyContent="space-between" gap={4} wrap="wrap">
        {waitsFor === null ? (
          <Typography textColor="neutral600">
            {t(data.isPublished ? 'sources.example.published' : 'sources.example.draft')}
          </Typography>
        ) : (
          <ScheduledBadge date={waitsFor} timeZone={data.timeZone} />
        )}
        {data.mayEdit ? (
          <LinkButton
            tag={Link}
            to={editEntry(contentType, data.documentId, data.locale)}
            variant="tertiary"
            size="S"
            startIcon={<Pencil />}
            aria-label={t('feed.edit.label', {
              title: data.item?.title ?? t('panel.item.noTitle'),
            })}
          >
            {t('feed.edit')}
          </LinkButton>
        ) : null}
      </Flex>
      {data.item ? (
        <Item
          item={data.item}
          timeZone={data.timeZone}
          isPublic={isMapped && isWhole && data.isPublished && data.isDue}
        />
      ) : null}
      {data.missing.map((part) => (
        <Box key={part} background="danger100" borderColor="danger200" hasRadius padding={3}>
          <Typography textColor="neutral800">{t(MISSING[part], { address })}</Typography>
        </Box>
      ))}
      {data.problems?.length ? (
        <EntryProblems
          entry={{ ...data, contentType }}
          problems={data.problems}
          timeZone={data.timeZone}
        />
      ) : data.problems && isWhole ? (
        <Typography textColor="success700">{t('panel.problems.none')}</Typography>
      ) : null}
    </Flex>
  );
};
