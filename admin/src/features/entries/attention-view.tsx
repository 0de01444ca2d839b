import { Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import type * as React from 'react';
import { Link } from 'react-router-dom';

import type {
  ArticleProblems,
  Attention,
  TroubledEntry,
  UntoldConsumer,
} from '../../../../src/panel/admin-api';
import { Alarm, WRAP_ANYWHERE, Card } from '../../shared/blocks';
import { useDates } from '../../shared/dates';
import { SETTINGS_PERMISSIONS, useMay } from '../../shared/permissions';
import { EntryProblems } from '../../shared/problem-list';
import { useTranslation } from '../../shared/use-translation';
import {
  EditButton,
  EntryDate,
  EntryFeeds,
  EntryKind,
  EntryStatusBadge,
  isComplete,
  keyOf,
  EmptyList,
  Notice,
  Pages,
} from './entry-parts';
import { useView, viewAddress } from './views';

interface TroubledProps {
  entry: ArticleProblems;
  timeZone: string;
  /** Shown below the title. */
  children?: React.ReactNode;
}

/** An entry with its problems. */
export const Troubled = ({ entry, timeZone, children }: TroubledProps) => {
  const t = useTranslation();
  return (
    <Card tag="li">
      <Flex
        justifyContent="space-between"
        alignItems="flex-start"
        gap={4}
        paddingBottom={4}
        wrap="wrap"
      >
        <Flex direction="column" alignItems="flex-start" gap={2} flex="1 1 24rem" minWidth={0}>
          <Typography variant="delta" tag="h2" style={WRAP_ANYWHERE}>
            {entry.title || t('panel.item.noTitle')}
          </Typography>
          {children}
        </Flex>
        <EditButton entry={entry} />
      </Flex>
      <EntryProblems entry={entry} problems={entry.problems} timeZone={timeZone} />
    </Card>
  );
};

/** Status, kind, date and feeds of an entry. An entry without an address has no date and no feeds. */
const Known = ({ entry }: { entry: TroubledEntry }) => {
  const isNowhere = entry.status === 'nowhere';
  return (
    <>
      <Flex gap={3} wrap="wrap">
        <EntryStatusBadge status={entry.status} />
        <EntryKind entry={entry} />
        {isNowhere ? null : <EntryFeeds feeds={entry.feeds} />}
      </Flex>
      {isNowhere ? null : <EntryDate entry={entry} />}
    </>
  );
};

/** An alarm that a consumer does not receive changes. */
export const Untold = ({ consumer }: { consumer: UntoldConsumer }) => {
  const t = useTranslation();
  const toDate = useDates(consumer.timeZone);
  const maySeeAll = useMay(SETTINGS_PERMISSIONS);
  const { key, name, since } = consumer;
  return (
    <Alarm testId="syndication-untold">
      <Flex direction="column" alignItems="flex-start" gap={1} minWidth={0}>
        <Typography textColor="danger700">
          {t('deliveries.untold', { name, date: toDate(since) })}
        </Typography>
        {maySeeAll ? (
          <DesignLink tag={Link} to={viewAddress('deliveries', { consumer: key })}>
            {t('views.deliveries')}
          </DesignLink>
        ) : null}
      </Flex>
    </Alarm>
  );
};

/** Problems that readers have or will have, in all feeds or in one. */
export const AttentionView = ({ attention: data }: { attention: Attention }) => {
  const t = useTranslation();
  const { search, older, toChanged } = useView();
  const { results, pagination, lookedAt, cut, late, isBehind, untold } = data;
  const none = isComplete(data) && older === 0 ? 'attention.none' : 'attention.none.partly';
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {/* First, since readers do not have what was published. */}
      {isBehind ? (
        <Alarm testId="syndication-behind">
          <Typography textColor="danger700">{t('attention.behind')}</Typography>
        </Alarm>
      ) : null}
      {untold.map((consumer) => (
        <Untold key={consumer.key} consumer={consumer} />
      ))}
      <Notice>{t('attention.lookedAt', lookedAt)}</Notice>
      {cut.map((part) => (
        <Notice key={part}>{t(`attention.cut.${part}`)}</Notice>
      ))}
      {older > 0 || cut.includes('live') ? (
        <Flex gap={4} wrap="wrap">
          {cut.includes('live') ? (
            <DesignLink tag={Link} to={toChanged({ older: String(older + 1) })}>
              {t('attention.older')}
            </DesignLink>
          ) : null}
          {older > 0 ? (
            <DesignLink tag={Link} to={toChanged({})}>
              {t('attention.newest')}
            </DesignLink>
          ) : null}
        </Flex>
      ) : null}
      {late > 0 ? <Notice>{t('attention.late', { count: late })}</Notice> : null}
      {results.length === 0 ? (
        // A consumer that misses changes is a problem, so do not say that there is none.
        untold.length > 0 && search === '' ? null : (
          <EmptyList>{t(search === '' ? none : 'entries.noMatch')}</EmptyList>
        )
      ) : (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
          {results.map((entry) => (
            <Troubled key={keyOf(entry)} entry={entry} timeZone={entry.timeZone}>
              <Known entry={entry} />
            </Troubled>
          ))}
        </Flex>
      )}
      <Pages pagination={pagination} />
    </Flex>
  );
};
