import { Box, Flex, Typography } from '@strapi/design-system';

import type { PlannedChange, SavedOnly } from '../../../../src/panel/admin-api';
import { useTranslation } from '../../shared/use-translation';
import type { LeftEntry, Outcome as Result } from './run-changes';

/** Entries that are named; of more, the others are counted. */
const NAMED = 5;

/** Names of some entries. */
const useTitles = (): ((entries: readonly LeftEntry[]) => string) => {
  const t = useTranslation();
  return (entries) => {
    const named = entries
      .slice(0, NAMED)
      .map(({ title, documentId }) => t('bulk.quoted', { title: title ?? documentId }));
    const others = entries.length - named.length;
    return [...named, ...(others > 0 ? [t('bulk.others', { count: others })] : [])].join(', ');
  };
};

const REASONS: SavedOnly[] = ['unpublished-changes', 'may-not-publish', 'unpublished-topic'];

interface SummaryProps {
  planned: readonly PlannedChange[];
  hasDrafts: boolean;
}

/** What a change does, before it is made. */
export const Summary = ({ planned, hasDrafts }: SummaryProps) => {
  const t = useTranslation();
  const titles = useTitles();
  const of = (step: PlannedChange['step']) => planned.filter((one) => one.step === step);
  const [published, saved, none, refused] = [of('publish'), of('save'), of('none'), of('refused')];
  const drafts = saved.filter(({ reason }) => !reason);
  const lines = [
    published.length > 0 && t('bulk.plan.publish', { count: published.length }),
    drafts.length > 0 &&
      t(hasDrafts ? 'bulk.plan.drafts' : 'bulk.plan.atOnce', { count: drafts.length }),
    ...REASONS.map((reason) => {
      const some = saved.filter((one) => one.reason === reason);
      return (
        some.length > 0 && t(`bulk.plan.${reason}`, { count: some.length, titles: titles(some) })
      );
    }),
    none.length > 0 && t('bulk.plan.none', { count: none.length }),
    refused.length > 0 && t('bulk.plan.refused', { count: refused.length }),
  ].filter((line) => typeof line === 'string');
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2} data-testid="syndication-plan">
      {lines.map((line) => (
        <Typography key={line} tag="li" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
    </Flex>
  );
};

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

/** What became of the entries. */
export const Outcome = ({ outcome }: { outcome: Result }) => {
  const t = useTranslation();
  const titles = useTitles();
  const { changed, published, savedOnly, failed } = outcome;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} data-testid="syndication-outcome">
      <Typography tag="p" textColor="neutral800" role="status">
        {t('bulk.done', { count: changed, published })}
      </Typography>
      {savedOnly.length > 0 ? (
        <Typography tag="p" textColor="neutral800" style={ANYWHERE}>
          {t('bulk.done.saved', { count: savedOnly.length, titles: titles(savedOnly) })}
        </Typography>
      ) : null}
      {failed.length > 0 ? (
        <Box role="alert">
          <Typography tag="p" textColor="danger600">
            {t('bulk.done.failed', { count: failed.length })}
          </Typography>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={1} paddingTop={2}>
            {failed.map(({ documentId, title, message }) => (
              <Typography key={documentId} tag="li" textColor="neutral800" style={ANYWHERE}>
                {`${title ?? documentId}: ${message === '' ? t('bulk.refused') : message}`}
              </Typography>
            ))}
          </Flex>
        </Box>
      ) : null}
    </Flex>
  );
};
