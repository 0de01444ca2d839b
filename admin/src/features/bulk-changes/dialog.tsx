import { unstable_useDocumentLayout, useNotification, useTable } from '@strapi/strapi/admin';
import {
  Box,
  Button,
  Field,
  Flex,
  Modal,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import * as React from 'react';

import type { BulkChange, PublishedType } from '../../../../src/panel/admin-api';
import { useFieldLabel } from '../../shared/field-label';
import { useMayReadType } from '../../shared/permissions';
import { ProgressBar } from '../../shared/progress-bar';
import { Failure, Loading } from '../../shared/states';
import { UnreadableTopics } from '../../shared/unreadable-topics';
import { useTranslation } from '../../shared/use-translation';
import type { Written } from './change-request';
import { type Outcome as Result, runChanges } from './run-changes';
import { Outcome, Summary } from './summary';
import { TopicField } from './topic-field';
import { useChanges } from './use-changes';
import { type ChosenEntries, useLook, usePlan } from './use-plan';
import type { TopicOption } from './use-topics';

type Kind = BulkChange['kind'];

interface DialogProps {
  entries: ChosenEntries;
  source: NonNullable<PublishedType['source']>;
  onClose: () => void;
}

const KINDS: Kind[] = ['add-topic', 'remove-topic'];

/** Does something when the dialog is closed, however that happens; tells whether it is still there. */
const useClosing = (act: () => void): React.RefObject<boolean> => {
  const isOpen = React.useRef(true);
  const latest = React.useRef(act);
  React.useEffect(() => {
    latest.current = act;
  });
  React.useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      latest.current();
    };
  }, []);
  return isOpen;
};

/** Asks what is to be changed of several entries, says what that does, does it, and says what became of it. */
export const BulkDialog = ({ entries, source, onClose }: DialogProps) => {
  const t = useTranslation();
  const { toggleNotification } = useNotification();
  const selectRow = useTable('SyndicationBulk', (state) => state.selectRow);
  const { contentType, locale, documentIds } = entries;
  const { edit } = unstable_useDocumentLayout(contentType);
  const label = useFieldLabel(contentType, edit.metadatas);
  const [kind, setKind] = React.useState<Kind>('add-topic');
  const [field, setField] = React.useState(source.topics[0]?.field ?? '');
  const [topic, setTopic] = React.useState<TopicOption>();
  const [done, setDone] = React.useState<number>();
  const [outcome, setOutcome] = React.useState<Result>();

  const written: Written | undefined = topic && {
    ...{ kind, field },
    topic: { documentId: topic.documentId, locale: topic.locale },
  };
  const plan = usePlan(entries, outcome ? undefined : written);
  const look = useLook(entries);
  const { write, refresh } = useChanges(entries);
  const isRunning = done !== undefined && !outcome;
  const count = (plan.data ?? []).filter(({ step }) => ['save', 'publish'].includes(step)).length;
  const topicField = source.topics.find((one) => one.field === field);
  const mayReadType = useMayReadType();
  const mayReadTopics = topicField !== undefined && mayReadType(topicField.contentType);
  const replaces = kind === 'add-topic' && mayReadTopics && !topicField.isMultiple;

  const forget = (): void => {
    selectRow([]);
    refresh();
  };
  const isOpen = useClosing(() => {
    if (outcome) forget();
  });

  const run = async (): Promise<void> => {
    if (!written || !plan.data || isRunning) return;
    const result = await runChanges({
      planned: plan.data,
      look: async (documentId) => (await look([documentId], written))[0],
      write: (documentId, step) => write(documentId, step, written),
      onProgress: setDone,
    });
    setOutcome(result);
    // Who closed the dialog meanwhile would not see it there.
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
            <SingleSelect
              value={kind}
              disabled={isRunning}
              onChange={(value) => setKind(value as Kind)}
            >
              {KINDS.map((one) => (
                <SingleSelectOption key={one} value={one}>
                  {t(`bulk.kind.${one}`)}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
          {source.topics.length > 1 ? (
            <Field.Root name="field" width="100%">
              <Field.Label>{t('bulk.field')}</Field.Label>
              <SingleSelect
                value={field}
                disabled={isRunning}
                onChange={(value) => {
                  setField(String(value));
                  setTopic(undefined);
                }}
              >
                {source.topics.map((one) => (
                  <SingleSelectOption key={one.field} value={one.field}>
                    {label(one.field)}
                  </SingleSelectOption>
                ))}
              </SingleSelect>
            </Field.Root>
          ) : null}
          {topicField && !mayReadTopics ? (
            <UnreadableTopics contentType={topicField.contentType} label={label(field)} />
          ) : null}
          {topicField && mayReadTopics ? (
            <TopicField
              key={field}
              contentType={contentType}
              field={field}
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
              <Typography style={{ fontVariantNumeric: 'tabular-nums' }}>
                {t('bulk.progress', { done, total: count })}
              </Typography>
              <ProgressBar aria-label={t('bulk.running')} max={count} value={done} />
              <Typography variant="pi" textColor="neutral600" role="status">
                {t('bulk.stay')}
              </Typography>
            </Box>
          ) : null}
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" disabled={isRunning} onClick={onClose}>
          {t('merge.cancel')}
        </Button>
        <Button disabled={count === 0} loading={isRunning} onClick={() => run()}>
          {t('bulk.confirm', { count: count || documentIds.length })}
        </Button>
      </Modal.Footer>
    </>
  );
};
