import { Box, Flex, Typography } from '@strapi/design-system';

import { Alarm } from '../../shared/alarm';
import type { Attention, TroubledEntry } from '../../../../src/panel/admin-api';
import { EntryProblems } from '../../shared/entry-problems';
import { Failure, Loading } from '../../shared/states';
import type { RequestState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { Untold } from '../deliveries/untold';
import { EditButton } from '../feeds/edit-button';
import { EntryDate, EntryFeeds, EntryKind, EntryStatusBadge, keyOf } from './entry-parts';
import { Nothing, Notice, Pages } from './pages';
import { isWholeLook } from './use-entries';
import { useView } from './views';

const Troubled = ({ entry }: { entry: TroubledEntry }) => {
  const t = useTranslation();
  // It is in no feed, and readers have it at no date.
  const isNowhere = entry.status === 'nowhere';
  return (
    <Box
      tag="li"
      background="neutral0"
      shadow="tableShadow"
      hasRadius
      padding={{ initial: 4, medium: 6 }}
    >
      <Flex
        justifyContent="space-between"
        alignItems="flex-start"
        gap={4}
        paddingBottom={4}
        wrap="wrap"
      >
        <Flex direction="column" alignItems="flex-start" gap={2} flex="1 1 24rem" minWidth={0}>
          <Typography variant="delta" tag="h2" style={{ overflowWrap: 'anywhere' }}>
            {entry.title || t('panel.item.noTitle')}
          </Typography>
          <Flex gap={3} wrap="wrap">
            <EntryStatusBadge status={entry.status} />
            <EntryKind entry={entry} />
            {isNowhere ? null : <EntryFeeds feeds={entry.feeds} />}
          </Flex>
          {isNowhere ? null : <EntryDate entry={entry} />}
        </Flex>
        <EditButton article={entry} />
      </Flex>
      <EntryProblems entry={entry} problems={entry.problems} timeZone={entry.timeZone} />
    </Box>
  );
};

/** Said before all else: what readers have is not what was published. */
const Behind = () => {
  const t = useTranslation();
  return (
    <Alarm testId="syndication-behind">
      <Typography textColor="danger700">{t('attention.behind')}</Typography>
    </Alarm>
  );
};

/** Problems that readers have or will have, over all feeds or in one. */
export const AttentionView = ({ attention }: { attention: RequestState<Attention> }) => {
  const t = useTranslation();
  const { search } = useView();
  const { data, error, reload } = attention;
  // What was found before would be taken for what is asked for now.
  if (error !== undefined) return <Failure error={error} onRetry={reload} />;
  if (!data) return <Loading />;
  const { results, pagination, lookedAt, cut, late, isBehind, untold } = data;
  const none = isWholeLook(data) ? 'attention.none' : 'attention.none.partly';
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {isBehind ? <Behind /> : null}
      {untold.map((consumer) => (
        <Untold key={consumer.key} consumer={consumer} />
      ))}
      <Notice>{t('attention.lookedAt', lookedAt)}</Notice>
      {cut.map((part) => (
        <Notice key={part}>{t(`attention.cut.${part}`)}</Notice>
      ))}
      {late > 0 ? <Notice>{t('attention.late', { count: late })}</Notice> : null}
      {results.length === 0 ? (
        // Who is not told is a problem.
        untold.length > 0 && search === '' ? null : (
          <Nothing>{t(search === '' ? none : 'entries.noMatch')}</Nothing>
        )
      ) : (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
          {results.map((entry) => (
            <Troubled key={keyOf(entry)} entry={entry} />
          ))}
        </Flex>
      )}
      <Pages pagination={pagination} />
    </Flex>
  );
};
