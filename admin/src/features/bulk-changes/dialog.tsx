import { useNotification, useTable } from '@strapi/strapi/admin';
import { Box, Button, Field, Flex, Modal, Typography } from '@strapi/design-system';
import * as React from 'react';

import type {
  BulkChange,
  PlannedChange,
  PublishedType,
  SavedOnly,
} from '../../../../src/panel/admin-api';
import { WRAP_ANYWHERE, Withheld } from '../../shared/blocks';
import { Select } from '../../shared/choices';
import { useFormLabel } from '../../shared/names';
import { useMayType } from '../../shared/permissions';
import { Failure, Loading } from '../../shared/states';
import { useOnClose } from '../../shared/use-closing';
import { useTranslation } from '../../shared/use-translation';
import { type LeftEntry, type Outcome as Result, runChanges, type TopicChange } from './changes';
import { TopicField, type TopicOption } from './topic-field';
import { type ChosenEntries, requestPlan, usePlan, useRefresh, writeChange } from './use-changes';

/** Entries that a sentence names; it counts the rest. */
const NAMED = 5;

/** Lists titles of entries. */
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

/** Says what a change would do. */
const Summary = ({ planned, hasDrafts }: SummaryProps) => {
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
        <Typography key={line} tag="li" textColor="neutral800" style={WRAP_ANYWHERE}>
          {line}
        </Typography>
      ))}
    </Flex>
  );
};

/** Reports the result. */
const Outcome = ({ outcome }: { outcome: Result }) => {
  const t = useTranslation();
  const titles = useTitles();
  const { changed, published, savedOnly, failed } = outcome;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} data-testid="syndication-outcome">
      <Typography tag="p" textColor="neutral800" role="status">
        {t('bulk.done', { count: changed, published })}
      </Typography>
      {savedOnly.length > 0 ? (
        <Typography tag="p" textColor="neutral800" style={WRAP_ANYWHERE}>
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
              <Typography key={documentId} tag="li" textColor="neutral800" style={WRAP_ANYWHERE}>
                {`${title ?? documentId}: ${message === '' ? t('bulk.refused') : message}`}
              </Typography>
            ))}
          </Flex>
        </Box>
      ) : null}
    </Flex>
  );
};

type Kind = BulkChange['kind'];

interface DialogProps {
  entries: ChosenEntries;
  source: NonNullable<PublishedType['source']>;
  onClose: () => void;
}

const KINDS: Kind[] = ['add-topic', 'remove-topic'];

/** Asks for the change of several entries, says what it does, does it, and reports the result. */
export const BulkDialog = ({ entries, source, onClose }: DialogProps) => {
  const t = useTranslation();
  const { toggleNotification } = useNotification();
  const selectRow = useTable('SyndicationBulk', (state) => state.selectRow);
  const { contentType, locale, documentIds } = entries;
  const label = useFormLabel(contentType);
  const [kind, setKind] = React.useState<Kind>('add-topic');
  const [field, setField] = React.useState(source.topics[0]?.field ?? '');
  const [topic, setTopic] = React.useState<TopicOption>();
  const [done, setDone] = React.useState<number>();
  const [outcome, setOutcome] = React.useState<Result>();

  const written: TopicChange | undefined = topic && { kind, field, topic };
  const plan = usePlan(entries, outcome ? undefined : written);
  const refresh = useRefresh(entries);
  const isRunning = done !== undefined && !outcome;
  const count = (plan.data ?? []).filter(({ step }) => ['save', 'publish'].includes(step)).length;
  const topicField = source.topics.find((one) => one.field === field);
  const mayReadType = useMayType('read');
  const mayReadTopics = topicField !== undefined && mayReadType(topicField.contentType);
  const replaces = kind === 'add-topic' && mayReadTopics && !topicField.isMultiple;

  const forget = (): void => {
    selectRow([]);
    refresh();
  };
  const isOpen = useOnClose(() => {
    if (outcome) forget();
  });

  const run = async (): Promise<void> => {
    if (!written || !plan.data || isRunning) return;
    const result = await runChanges({
      planned: plan.data,
      plan: async (documentId) =>
        (await requestPlan({ ...entries, documentIds: [documentId] }, written))[0],
      write: (documentId, step) => writeChange(entries, { documentId, step }, written),
      onProgress: setDone,
    });
    setOutcome(result);
    // If the user closed the dialog meanwhile, a notification reports the result.
    if (isOpen.current) return;
    forget();
    toggleNotification({
      type: result.failed.length > 0 ? 'warning' : 'success',
      message: t('bulk.done', { count: result.changed, published: result.published }),
    });
  };

  if (outcome) {
    return (
      <>
        <Modal.Body>
          <Outcome outcome={outcome} />
        </Modal.Body>
        <Modal.Footer>
          <Flex justifyContent="flex-end" width="100%">
            <Button onClick={onClose}>{t('bulk.close')}</Button>
          </Flex>
        </Modal.Footer>
      </>
    );
  }
  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={5}>
          <Field.Root name="kind" width="100%">
            <Field.Label>{t('bulk.kind')}</Field.Label>
            <Select
              value={kind}
              disabled={isRunning}
              options={KINDS.map((one) => ({ value: one, text: t(`bulk.kind.${one}`) }))}
              onChange={(value) => setKind(value as Kind)}
            />
          </Field.Root>
          {source.topics.length > 1 ? (
            <Field.Root name="field" width="100%">
              <Field.Label>{t('bulk.field')}</Field.Label>
              <Select
                value={field}
                disabled={isRunning}
                options={source.topics.map((one) => ({ value: one.field, text: label(one.field) }))}
                onChange={(value) => {
                  setField(value);
                  setTopic(undefined);
                }}
              />
            </Field.Root>
          ) : null}
          {topicField && !mayReadTopics ? (
            <Withheld>{t('topics.unreadable', { field: label(field) })}</Withheld>
          ) : null}
          {topicField && mayReadTopics ? (
            <TopicField
              key={field}
              locale={locale}
              topic={topicField}
              label={label(field)}
              isDisabled={isRunning}
              value={topic}
              onChange={setTopic}
            />
          ) : null}
          {replaces ? <Typography textColor="neutral800">{t('bulk.replaces')}</Typography> : null}
          {written && plan.isLoading && !plan.data ? <Loading /> : null}
          {plan.error === undefined ? null : <Failure error={plan.error} onRetry={plan.reload} />}
          {plan.data ? <Summary planned={plan.data} hasDrafts={source.hasDrafts} /> : null}
          {isRunning ? (
            <Box>
              <Typography tag="p" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {t('bulk.progress', { done, total: count })}
              </Typography>
              <Typography tag="p" variant="pi" textColor="neutral600" role="status">
                {t('bulk.stay')}
              </Typography>
            </Box>
          ) : null}
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" disabled={isRunning} onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button disabled={count === 0} loading={isRunning} onClick={() => run()}>
          {t('bulk.confirm', { count: count || documentIds.length })}
        </Button>
      </Modal.Footer>
    </>
  );
};
