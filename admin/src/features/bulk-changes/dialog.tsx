import {
  getFetchClient,
  unstable_useDocumentLayout,
  useNotification,
  useTable,
} from '@strapi/strapi/admin';
import { Box, Button, Field, Flex, Modal, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { PublishedType } from '../../../../src/panel/admin-api';
import { groupBy } from '../../../../src/lib/values';
import { WRAP_ANYWHERE, Withheld } from '../../shared/blocks';
import { Select } from '../../shared/choices';
import { useForgetEntries } from '../../shared/forget-entries';
import { useFormLabel } from '../../shared/names';
import { useMayType } from '../../shared/permissions';
import { useOnClose } from '../../shared/use-closing';
import { type Translate, useTranslation } from '../../shared/use-translation';
import { changeEntries, type LeftEntry, type Outcome as Result, type TopicChange } from './changes';
import { TopicField, type TopicOption } from './topic-field';

/** A row of the Content Manager's list. */
export type ListedEntry = Record<string, unknown> & { id: number; documentId: string };

/** The entries that are selected in a list. */
export interface SelectedEntries {
  contentType: string;
  documents: ListedEntry[];
  locale: string | undefined;
}

/** Entries that a line names; it counts the rest. */
const NAMED = 5;

/** Names the entries that were not changed or not published: a line for each reason. */
const toReasons = (
  t: Translate,
  left: readonly LeftEntry[],
  titleOf: (documentId: string) => string,
): string[] => {
  const byReason = groupBy(left, ({ reason, message }) => t(`bulk.left.${reason}`, { message }));
  return [...byReason].map(([reason, entries]) => {
    const others = entries.length - NAMED;
    const titles = [
      ...entries
        .slice(0, NAMED)
        .map(({ documentId }) => t('bulk.quoted', { title: titleOf(documentId) })),
      ...(others > 0 ? [t('bulk.others', { count: others })] : []),
    ];
    return `${titles.join(', ')}: ${reason}`;
  });
};

type Kind = TopicChange['kind'];

interface DialogProps {
  selection: SelectedEntries;
  source: NonNullable<PublishedType['source']>;
  onClose: () => void;
}

const KINDS: Kind[] = ['add-topic', 'remove-topic'];

/** Asks for the change of several entries, makes it, and reports the result. */
export const BulkDialog = ({ selection, source, onClose }: DialogProps) => {
  const t = useTranslation();
  const { toggleNotification } = useNotification();
  const selectRow = useTable('SyndicationBulk', (state) => state.selectRow);
  const { contentType, locale, documents } = selection;
  const { mainField } = unstable_useDocumentLayout(contentType).edit.settings;
  const forgetEntries = useForgetEntries();
  const label = useFormLabel(contentType);
  const [kind, setKind] = React.useState<Kind>('add-topic');
  const [field, setField] = React.useState(source.topics[0]?.field ?? '');
  const [topic, setTopic] = React.useState<TopicOption>();
  const [done, setDone] = React.useState<number>();
  const [outcome, setOutcome] = React.useState<Result>();

  const written: TopicChange | undefined = topic && { kind, field, topic };
  const isRunning = done !== undefined && !outcome;
  const topicField = source.topics.find((one) => one.field === field);
  const mayReadType = useMayType('read');
  const mayReadTopics = topicField !== undefined && mayReadType(topicField.contentType);
  const replaces = kind === 'add-topic' && mayReadTopics && !topicField.isMultiple;

  const titleOf = (documentId: string): string => {
    const title = documents.find((row) => row.documentId === documentId)?.[mainField ?? ''];
    return typeof title === 'string' && title !== '' ? title : documentId;
  };
  const toTexts = ({ changed, published, left }: Result) => ({
    done: t('bulk.done', { count: changed, published }),
    left: t('bulk.left', { count: left.length }),
    reasons: toReasons(t, left, titleOf),
  });
  const finish = (result: Result, wasShown: boolean): void => {
    const { left } = result;
    selectRow(documents.filter((row) => left.some((one) => one.documentId === row.documentId)));
    const ids = ['LIST', 'ALL_ITEMS', ...documents.map(({ documentId }) => documentId)];
    forgetEntries(ids.map((id) => `${contentType}_${id}`));
    const texts = toTexts(result);
    // Whoever goes on with the entries that stay selected still needs the reasons: they stay until they are closed.
    if (left.length > 0) {
      const message = [texts.done, texts.left, ...texts.reasons].join(' ');
      toggleNotification({ type: 'warning', message, blockTransition: true });
    } else if (!wasShown) toggleNotification({ type: 'success', message: texts.done });
  };
  const isOpen = useOnClose(() => {
    if (outcome) finish(outcome, true);
  });

  const run = async (): Promise<void> => {
    if (!written || isRunning) return;
    const entries = {
      ...{ contentType, locale, hasDrafts: source.hasDrafts },
      documentIds: documents.map(({ documentId }) => documentId),
    };
    // Not `useFetchClient`: the requests go on when the dialog is closed.
    const result = await changeEntries(entries, written, getFetchClient(), setDone);
    setOutcome(result);
    // If the user closed the dialog meanwhile, a notification reports the result.
    if (!isOpen.current) finish(result, false);
  };

  if (outcome) {
    const texts = toTexts(outcome);
    return (
      <>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={3} data-testid="syndication-outcome">
            <Typography tag="p" textColor="neutral800" role="status">
              {texts.done}
            </Typography>
            {texts.reasons.length > 0 ? (
              <Box role="alert">
                <Typography tag="p" textColor="danger600">
                  {texts.left}
                </Typography>
                <Flex tag="ul" direction="column" alignItems="stretch" gap={1} paddingTop={2}>
                  {texts.reasons.map((reason) => (
                    <Typography key={reason} tag="li" textColor="neutral800" style={WRAP_ANYWHERE}>
                      {reason}
                    </Typography>
                  ))}
                </Flex>
              </Box>
            ) : null}
          </Flex>
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
          {isRunning ? (
            <Box>
              <Typography tag="p" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {t('bulk.progress', { done, total: documents.length })}
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
        <Button disabled={!written} loading={isRunning} onClick={() => run()}>
          {t('bulk.confirm', { count: documents.length })}
        </Button>
      </Modal.Footer>
    </>
  );
};
