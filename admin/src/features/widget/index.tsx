import { Widget } from '@strapi/strapi/admin';
import { Box, Flex, Typography } from '@strapi/design-system';
import type * as React from 'react';

import type { Attention, EntryInFeeds, EntryPage } from '../../../../src/panel/admin-api';
import { Alarm, TextLink } from '../../shared/blocks';
import { useDates, Zone } from '../../shared/dates';
import { feedList } from '../../shared/entry-addresses';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { Untold } from '../entries/attention-view';
import { EntryTitle, isComplete, keyOf, useAttention } from '../entries/entry-parts';
import { viewAddress } from '../entries/views';

interface PartProps {
  title: string;
  /** Address of the full list. */
  all?: string;
  children: React.ReactNode;
}

const Part = ({ title, all, children }: PartProps) => (
  <Flex tag="section" direction="column" alignItems="stretch" gap={1}>
    <Typography tag="h3" variant="sigma" textColor="neutral600">
      {all === undefined ? title : <TextLink to={all}>{title}</TextLink>}
    </Typography>
    {children}
  </Flex>
);

const Entry = ({ entry }: { entry: EntryInFeeds }) => {
  const toDate = useDates(entry.timeZone);
  return (
    <Flex tag="li" justifyContent="space-between" wrap="wrap" gap={1}>
      <EntryTitle entry={entry} />
      <Typography variant="pi" textColor="neutral600">
        {entry.date === null ? null : toDate(entry.date)}
      </Typography>
    </Flex>
  );
};

interface EntriesProps extends Pick<PartProps, 'title' | 'all'> {
  /** Shown instead of an empty list. */
  none: string;
  entries: EntryInFeeds[];
}

const Entries = ({ title, none, entries, all }: EntriesProps) => (
  <Part title={title} all={all}>
    {entries.length === 0 ? (
      <Typography textColor="neutral600">{none}</Typography>
    ) : (
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
        {entries.map((entry) => (
          <Entry key={keyOf(entry)} entry={entry} />
        ))}
      </Flex>
    )}
  </Part>
);

/** Number of entries that need attention, with a link to them. */
const AttentionPart = ({ attention }: { attention: Attention }) => {
  const t = useTranslation();
  const count = attention.pagination.total;
  // The server sorts entries of status `nowhere` to the top.
  const [first] = attention.results;
  const none = isComplete(attention) ? 'attention.none' : 'attention.none.partly';
  return (
    <Part title={t('views.now')}>
      {count === 0 && attention.untold.length > 0 ? null : (
        <Typography textColor="neutral600">
          {count === 0 ? (
            t(none)
          ) : (
            <TextLink to={feedList}>{t('widget.attention.some', { count })}</TextLink>
          )}
        </Typography>
      )}
      {first?.status === 'nowhere' ? (
        <Alarm>
          <Typography textColor="danger700">
            {t('widget.nowhere', { title: first.title || t('panel.item.noTitle') })}
          </Typography>
        </Alarm>
      ) : null}
      {attention.untold.map((consumer) => (
        <Untold key={consumer.key} consumer={consumer} />
      ))}
    </Part>
  );
};

/** Entries to show of each kind. */
const SHOWN_ENTRIES = 3;

/** Widget on Strapi's home page: newest entries, scheduled entries, and problems. */
export const FeedsWidget = () => {
  const t = useTranslation();
  const newest = useAnswer<EntryPage>(`entries?status=live&pageSize=${SHOWN_ENTRIES}`);
  const scheduled = useAnswer<EntryPage>(`entries?status=scheduled&pageSize=${SHOWN_ENTRIES}`);
  // One entry per page: only the total is needed.
  const attention = useAttention('pageSize=1');
  if (!newest.data || !scheduled.data) {
    const error = newest.error ?? scheduled.error;
    return error === undefined ? <Widget.Loading /> : <Widget.Error />;
  }
  const data = { newest: newest.data.results, scheduled: scheduled.data.results };
  const isTroubled =
    (attention.data?.pagination.total ?? 0) > 0 || (attention.data?.untold.length ?? 0) > 0;
  const first = data.scheduled[0] ?? data.newest[0];
  if (data.newest.length === 0 && data.scheduled.length === 0 && !isTroubled) {
    return <Widget.NoData>{t('widget.empty')}</Widget.NoData>;
  }
  return (
    <Box paddingLeft={2} paddingRight={2} data-testid="syndication-widget">
      <Flex direction="column" alignItems="stretch" gap={4}>
        {attention.data ? <AttentionPart attention={attention.data} /> : null}
        <Entries
          title={t('entries.status.scheduled')}
          none={t('widget.scheduled.none')}
          entries={data.scheduled}
          all={viewAddress('entries', { status: 'scheduled' })}
        />
        <Entries
          title={t('widget.newest')}
          none={t('feeds.noArticle')}
          entries={data.newest}
          all={viewAddress('entries')}
        />
        {first ? <Zone timeZone={first.timeZone} /> : null}
      </Flex>
    </Box>
  );
};
