import {
  ConfirmDialog,
  isFetchError,
  Layouts,
  Page,
  useFetchClient,
  useNotification,
} from '@strapi/strapi/admin';
import {
  Box,
  Button,
  Checkbox,
  Dialog,
  Field,
  Flex,
  TextInput,
  Typography,
} from '@strapi/design-system';
import * as React from 'react';
import { styled } from 'styled-components';

import type { TakenOver } from '../../../../src/addresses/take-over';
import type { ChangedIds, ProposedId, ProposedIds } from '../../../../src/panel/admin-api';
import { useCopy } from '../../shared/address-actions';
import { TitledCard, TwoLines, WRAP_IN_TABLES } from '../../shared/blocks';
import { ownTimeZone, useDates } from '../../shared/dates';
import { type Column, List } from '../../shared/list';
import { Failure } from '../../shared/states';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

/** A choice of files whose button follows the theme; the browser's own is white in the dark. */
const Files = styled.input`
  max-width: 100%;
  &::file-selector-button {
    padding: 0.8rem 1.6rem;
    margin-inline-end: 1.2rem;
    font: inherit;
    color: inherit;
    background: ${({ theme }) => theme.colors.neutral0};
    border: 1px solid ${({ theme }) => theme.colors.neutral200};
    border-radius: ${({ theme }) => theme.borderRadius};
  }
`;

/** Requests to preview, take over and undo ids of another feed. */
const useTakeOver = () => {
  const t = useTranslation();
  const { post } = useFetchClient();
  const [isRunning, setIsRunning] = React.useState(false);

  /** Returns the server's answer, or the error message as a text. */
  const ask = async <Answer,>(path: string, body?: object): Promise<Answer | string> => {
    setIsRunning(true);
    try {
      return (await post<{ data: Answer }>(`/syndication/take-over${path}`, body)).data.data;
    } catch (error) {
      return isFetchError(error) ? error.message : t('takeOver.failed');
    } finally {
      setIsRunning(false);
    }
  };

  return { isRunning, ask };
};

/** The configuration that redirects the former feed's address, so that its subscribers stay. */
const Redirects = ({ redirects }: Pick<ProposedIds, 'redirects'>) => {
  const t = useTranslation();
  const copy = useCopy();
  const text = `redirects: ${JSON.stringify(redirects, null, 2)},`;
  return (
    <Flex direction="column" alignItems="flex-start" gap={2}>
      <Typography tag="p" textColor="neutral700">
        {t('takeOver.redirects')}
      </Typography>
      <Box tag="pre" background="neutral100" hasRadius padding={3} maxWidth="100%">
        <Typography textColor="neutral800" style={WRAP_IN_TABLES}>
          <code>{text}</code>
        </Typography>
      </Box>
      <Button type="button" variant="tertiary" size="S" onClick={() => copy(text)}>
        {t('address.copy')}
      </Button>
    </Flex>
  );
};

interface ProposalProps {
  proposal: ProposedIds;
  onTaken: (changed: number) => void;
}

/** Shows which entries the feed's items match. Nothing is written before the user confirms. */
const Proposal = ({ proposal: { items, redirects }, onTaken }: ProposalProps) => {
  const t = useTranslation();
  const { toggleNotification } = useNotification();
  const { ask, isRunning } = useTakeOver();
  const [left, setLeft] = React.useState<ReadonlySet<string>>(new Set());
  const matched = items.filter(({ entry }) => entry);
  const chosen = matched.filter(({ id }) => !left.has(id));

  React.useEffect(() => setLeft(new Set()), [items]);

  const choose = (id: string, isChosen: boolean): void => {
    const others = new Set(left);
    if (isChosen) others.delete(id);
    else others.add(id);
    setLeft(others);
  };

  const take = async (): Promise<void> => {
    const taken = chosen.flatMap(({ id, date, entry }) => {
      if (!entry) return [];
      const { contentType, documentId, locale } = entry;
      return { id, date, contentType, documentId, locale };
    });
    const answer = await ask<ChangedIds>('', { items: taken });
    if (typeof answer === 'string') toggleNotification({ type: 'danger', message: answer });
    else onTaken(answer.changed);
  };

  const columns: Column<ProposedId>[] = [
    {
      name: 'take',
      label: t('takeOver.column.take'),
      cell: ({ id, title, entry }) => (
        <Checkbox
          aria-label={title || id}
          // High contrast would hide the tick: white on white.
          style={{ forcedColorAdjust: 'none' }}
          checked={Boolean(entry) && !left.has(id)}
          disabled={!entry}
          onCheckedChange={(checked) => choose(id, checked === true)}
        />
      ),
    },
    {
      name: 'item',
      label: t('takeOver.column.item'),
      cell: ({ id, title }) => <TwoLines detail={title ? id : ''}>{title || id}</TwoLines>,
    },
    {
      name: 'entry',
      label: t('takeOver.column.entry'),
      cell: ({ entry, by }) =>
        entry ? (
          <TwoLines detail={`${entry.path}${by ? ` · ${t(`takeOver.by.${by}`)}` : ''}`}>
            {entry.title}
          </TwoLines>
        ) : (
          <TwoLines detail={t('takeOver.noEntry')} />
        ),
    },
  ];

  return (
    <TitledCard title={t('takeOver.found', { matched: matched.length, items: items.length })}>
      <List rows={items} keyOf={({ id }) => id} columns={columns} />
      {Object.keys(redirects).length > 0 ? <Redirects redirects={redirects} /> : null}
      <Flex>
        <Dialog.Root>
          <Dialog.Trigger>
            <Button type="button" loading={isRunning} disabled={chosen.length === 0}>
              {t('takeOver.take', { chosen: chosen.length })}
            </Button>
          </Dialog.Trigger>
          <ConfirmDialog
            title={t('takeOver.take', { chosen: chosen.length })}
            variant="default"
            onConfirm={take}
          >
            {t('takeOver.consequence')}
          </ConfirmDialog>
        </Dialog.Root>
      </Flex>
    </TitledCard>
  );
};

/** The last take-over, which can be undone. */
const Last = ({ last, onUndone }: { last: TakenOver; onUndone: () => void }) => {
  const t = useTranslation();
  // The user's own time zone: a take-over belongs to no entry.
  const toText = useDates(ownTimeZone());
  const { toggleNotification } = useNotification();
  const { ask, isRunning } = useTakeOver();

  const undo = async (): Promise<void> => {
    const answer = await ask('/undo');
    if (typeof answer === 'string') toggleNotification({ type: 'danger', message: answer });
    else onUndone();
  };

  return (
    <TitledCard>
      <Typography tag="p" textColor="neutral800">
        {t('takeOver.last', { entries: last.entries, date: toText(last.at) })}{' '}
        {last.canUndo ? null : t('takeOver.last.lasting')}
      </Typography>
      {last.canUndo ? (
        <Flex>
          <Dialog.Root>
            <Dialog.Trigger>
              <Button type="button" variant="secondary" loading={isRunning}>
                {t('takeOver.undo')}
              </Button>
            </Dialog.Trigger>
            <ConfirmDialog title={t('takeOver.undo')} onConfirm={undo}>
              {t('takeOver.undo.consequence')}
            </ConfirmDialog>
          </Dialog.Root>
        </Flex>
      ) : null}
    </TitledCard>
  );
};

/** Asks for the feed whose ids to take over. */
const FeedForm = ({ onProposed }: { onProposed: (proposal: ProposedIds) => void }) => {
  const t = useTranslation();
  const { ask, isRunning } = useTakeOver();
  const [address, setAddress] = React.useState('');
  const [files, setFiles] = React.useState<File[]>([]);
  const [error, setError] = React.useState<string>();

  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData();
    if (address.trim() !== '') form.append('addresses', address.trim());
    for (const file of files) form.append('files', file);
    const answer = await ask<ProposedIds>('/propose', form);
    if (typeof answer === 'string') return setError(answer);
    setError(undefined);
    onProposed(answer);
  };

  return (
    <form onSubmit={submit} noValidate>
      <TitledCard>
        <Typography tag="p" textColor="neutral700">
          {t('takeOver.explained')}
        </Typography>
        <Field.Root name="address" error={error}>
          <Field.Label>{t('takeOver.address')}</Field.Label>
          <TextInput
            type="url"
            value={address}
            placeholder="https://blog.example.org/feed/"
            onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
              setAddress(event.target.value)
            }
          />
          <Field.Error />
        </Field.Root>
        <Field.Root name="files">
          <Field.Label>{t('takeOver.files')}</Field.Label>
          <Typography textColor="neutral800">
            <Files
              id="files"
              type="file"
              multiple
              aria-label={t('takeOver.files')}
              accept=".xml,.rss,.atom,.rdf,.json"
              onChange={({ target }) => setFiles([...(target.files ?? [])])}
            />
          </Typography>
        </Field.Root>
        <Flex>
          <Button
            type="submit"
            loading={isRunning}
            disabled={address.trim() === '' && files.length === 0}
          >
            {t('takeOver.look')}
          </Button>
        </Flex>
      </TitledCard>
    </form>
  );
};

/** Settings > Feeds > Take over a feed. */
const TakeOverPage = () => {
  const t = useTranslation();
  const { toggleNotification } = useNotification();
  const { data, error, reload } = useAnswer<TakenOver | null>('take-over');
  const [proposal, setProposal] = React.useState<ProposedIds>();

  const done = (message: string): void => {
    toggleNotification({ type: 'success', message });
    setProposal(undefined);
    reload();
  };

  return (
    <Page.Main>
      <Page.Title>{t('takeOver.title')}</Page.Title>
      <Layouts.Header title={t('takeOver.title')} subtitle={t('takeOver.subtitle')} />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6}>
          {error ? <Failure error={error} onRetry={reload} /> : null}
          {data ? <Last last={data} onUndone={() => done(t('takeOver.undone'))} /> : null}
          <FeedForm onProposed={setProposal} />
          {proposal ? (
            <Proposal
              proposal={proposal}
              onTaken={(changed) => done(t('takeOver.done', { changed }))}
            />
          ) : null}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
};

export default TakeOverPage;
