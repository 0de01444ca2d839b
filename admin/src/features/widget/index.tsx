import { Box, Flex, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import type * as React from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import type { FeedHealth, Overview, OverviewEntry } from '../../../../src/panel/admin-api';
import { editEntry, feedPage } from '../../shared/entry-addresses';
import { useDates } from '../../shared/use-dates';
import { useHealth } from '../../shared/use-health';
import { useLanguageName } from '../../shared/use-language-name';
import { useTranslation } from '../../shared/use-translation';
import { useOverview } from './use-overview';

const TextLink = styled(Link)`
  color: ${({ theme }) => theme.colors.primary600};
  overflow-wrap: anywhere;
`;

interface PartProps {
  title: string;
  children: React.ReactNode;
}

const Part = ({ title, children }: PartProps) => (
  <Flex tag="section" direction="column" alignItems="stretch" gap={1}>
    <Typography tag="h3" variant="sigma" textColor="neutral600">
      {title}
    </Typography>
    {children}
  </Flex>
);

interface EntryProps {
  entry: OverviewEntry;
}

const Entry = ({ entry }: EntryProps) => {
  const t = useTranslation();
  const toDate = useDates(entry.timeZone);
  const title = entry.title || t('panel.item.noTitle');
  return (
    <Flex tag="li" justifyContent="space-between" wrap="wrap" gap={1}>
      <Typography textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
        {entry.mayEdit ? (
          <TextLink to={editEntry(entry.contentType, entry.documentId, entry.locale)}>
            {title}
          </TextLink>
        ) : (
          title
        )}
      </Typography>
      <Typography variant="pi" textColor="neutral600">
        {toDate(entry.date)}
      </Typography>
    </Flex>
  );
};

interface EntriesProps {
  title: string;
  /** Said where there are none. */
  none: string;
  entries: OverviewEntry[];
}

const Entries = ({ title, none, entries }: EntriesProps) => (
  <Part title={title}>
    {entries.length === 0 ? (
      <Typography textColor="neutral600">{none}</Typography>
    ) : (
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
        {entries.map((entry) => (
          <Entry key={`${entry.contentType} ${entry.documentId} ${entry.locale}`} entry={entry} />
        ))}
      </Flex>
    )}
  </Part>
);

interface AttentionProps {
  feeds: Overview['feeds'];
  health: Record<string, FeedHealth>;
}

/** How many of the articles that subscribers get have problems, and the way to them. */
const Attention = ({ feeds, health }: AttentionProps) => {
  const t = useTranslation();
  const toLanguageName = useLanguageName();
  const troubled = feeds
    .map(({ id, language }) => ({
      id,
      language,
      count: (health[id]?.error ?? 0) + (health[id]?.warning ?? 0),
    }))
    .filter(({ count }) => count > 0);
  return (
    <Part title={t('widget.attention')}>
      {troubled.length === 0 ? (
        <Typography textColor="neutral600">{t('widget.attention.none')}</Typography>
      ) : (
        <ul>
          {troubled.map(({ id, language, count }) => (
            <Typography key={id} tag="li">
              <TextLink to={`${feedPage(id)}?tab=problems`}>
                {t('widget.attention.some', { count })}
              </TextLink>
              {language !== null && ` (${toLanguageName(language)})`}
            </Typography>
          ))}
        </ul>
      )}
    </Part>
  );
};

/** On Strapi's home page: what readers have newest, what they get next, and what to mend. */
export const FeedsWidget = () => {
  const t = useTranslation();
  const { data, error } = useOverview();
  const health = useHealth((data?.feeds ?? []).map(({ id }) => id));
  if (!data) return error === undefined ? <Widget.Loading /> : <Widget.Error />;
  if (data.newest.length === 0 && data.scheduled.length === 0) {
    return <Widget.NoData>{t('widget.empty')}</Widget.NoData>;
  }
  return (
    <Box paddingLeft={2} paddingRight={2}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        {health.data ? <Attention feeds={data.feeds} health={health.data} /> : null}
        <Entries
          title={t('widget.scheduled')}
          none={t('widget.scheduled.none')}
          entries={data.scheduled}
        />
        <Entries title={t('widget.newest')} none={t('feeds.noArticle')} entries={data.newest} />
      </Flex>
    </Box>
  );
};
