import { ConfirmDialog, Layouts, Page, useNotification } from '@strapi/strapi/admin';
import { Box, Button, Dialog, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { TakenOver } from '../../../../src/addresses/take-over';
import type { ProposedIds } from '../../../../src/panel/admin-api';
import { RESET_IDS_PERMISSIONS } from '../../shared/permissions';
import { Failure } from '../../shared/states';
import { useDates } from '../../shared/use-dates';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { Proposal } from './proposal';
import { useTakeOver } from './use-take-over';

const Card = ({ children }: { children: React.ReactNode }) => (
  <Box
    tag="section"
    background="neutral0"
    shadow="tableShadow"
    hasRadius
    padding={{ initial: 4, medium: 6 }}
  >
    <Flex direction="column" alignItems="stretch" gap={4}>
      {children}
    </Flex>
  </Box>
);

/** What was taken over last, as long as it is told of. */
const Last = ({ last, onUndone }: { last: TakenOver; onUndone: () => void }) => {
  const t = useTranslation();
  // As the user's own clock has it: it is of no entry.
  const toText = useDates(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { undo, isRunning } = useTakeOver();
  return (
    <Card>
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
            <ConfirmDialog title={t('takeOver.undo')} onConfirm={() => undo(onUndone)}>
              {t('takeOver.undo.consequence')}
            </ConfirmDialog>
          </Dialog.Root>
        </Flex>
      ) : null}
    </Card>
  );
};

/** Asks for the feed that subscribers have. */
const FeedForm = ({ onProposed }: { onProposed: (proposal: ProposedIds) => void }) => {
  const t = useTranslation();
  const { propose, isRunning } = useTakeOver();
  const [address, setAddress] = React.useState('');
  const [files, setFiles] = React.useState<File[]>([]);
  const [error, setError] = React.useState<string>();

  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    const found = await propose(address.trim(), files);
    setError(found.error);
    if (found.proposal) onProposed(found.proposal);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Card>
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
            <input
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
      </Card>
    </form>
  );
};

const TakeOverPage = () => {
  const t = useTranslation();
  const { toggleNotification } = useNotification();
  const { data, error, reload } = useAnswer<{ data: TakenOver | null }>('take-over');
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
          {data?.data ? (
            <Last last={data.data} onUndone={() => done(t('takeOver.undone'))} />
          ) : null}
          <FeedForm onProposed={setProposal} />
          {proposal ? (
            <Card>
              <Proposal
                proposal={proposal}
                onTaken={(changed) => done(t('takeOver.done', { changed }))}
              />
            </Card>
          ) : null}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
};

/** Settings > Feeds > Take over a feed. */
export const ProtectedTakeOverPage = () => (
  <Page.Protect permissions={RESET_IDS_PERMISSIONS}>
    <TakeOverPage />
  </Page.Protect>
);
