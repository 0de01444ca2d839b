import { getFetchClient, isFetchError, useForm, useNotification } from '@strapi/strapi/admin';
import { Box, Button, Field, Flex, Modal, Typography } from '@strapi/design-system';
import { Stack } from '@strapi/icons';
import * as React from 'react';
import { useMatch, useNavigate } from 'react-router-dom';

import { ARTICLE_UID, TAG_UID } from '../../../../src/lib/constants';
import type { MergePreview as Preview, TagNamesake } from '../../../../src/panel/admin-api';
import type { TextOption } from '../../shared/distinct-texts';
import { editTag, listTags } from '../../shared/entry-addresses';
import { useForgetEntries } from '../../shared/forget-entries';
import { MERGE_PERMISSIONS, useMay } from '../../shared/permissions';
import { SearchCombobox } from '../../shared/search-combobox';
import { useOnClose } from '../../shared/use-closing';
import { useAnswer } from '../../shared/use-request';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

interface Tag {
  documentId: string;
  name: string;
}

/** Tags per request; a search finds the others. */
const TAGS_AT_ONCE = '100';

/** Message for a failed merge. */
const toFailure = (error: unknown): TranslationKey => {
  if (!isFetchError(error)) return 'merge.lost';
  return error.status === 404 ? 'merge.gone' : 'merge.failed';
};

interface MergePreviewProps {
  /** Document ids. */
  from: string;
  into: string;
}

/** Says how many articles a merge would change. */
const MergePreview = ({ from, into }: MergePreviewProps) => {
  const t = useTranslation();
  const { data: preview } = useAnswer<Preview>(`tags/${from}/merge?into=${into}`);
  return (
    <Box role="status" paddingTop={preview ? 4 : 0} data-testid="syndication-merge-preview">
      {preview ? (
        <Typography tag="p" textColor="neutral800">
          {t('merge.articles', { count: preview.articles - preview.both })}{' '}
          {preview.both > 0 ? `${t('merge.both', { count: preview.both })} ` : ''}
          {preview.addresses > 0 ? t('merge.addresses', { count: preview.addresses }) : ''}
        </Typography>
      ) : null}
    </Box>
  );
};

interface MergeDialogProps {
  tag: Tag;
  onClose: () => void;
}

/** Explains a merge, asks for the tag that stays, merges and opens that tag. */
const MergeDialog = ({ tag, onClose }: MergeDialogProps) => {
  const t = useTranslation();
  const navigate = useNavigate();
  const { toggleNotification } = useNotification();
  // The list of tags has no form.
  const isInList = useMatch('/content-manager/:collectionType/:slug') !== null;
  const setFormSubmitting = useForm('SyndicationTagMerge', (state) => state.setSubmitting);
  const setSubmitting = isInList ? () => undefined : setFormSubmitting;
  const forget = useForgetEntries();
  const [isMerging, setIsMerging] = React.useState(false);
  const [into, setInto] = React.useState<TextOption>();
  const [error, setError] = React.useState<TranslationKey>();

  const isOpen = useOnClose();

  const submit = async (): Promise<void> => {
    if (into === undefined || isMerging) return;
    setError(undefined);
    const page = window.location.pathname;
    // The merge discards unsaved changes of the tag: a submitting form does not ask before it is left.
    setSubmitting(true);
    setIsMerging(true);
    try {
      // Not `useFetchClient`: the request goes on when the dialog is closed.
      const address = `/syndication/tags/${tag.documentId}/merge`;
      const { data } = (
        await getFetchClient().post<{ data: TagNamesake }>(address, { into: into.id })
      ).data;
      // Not the merged tag: the page still shows it and would request it again.
      forget([
        ...[`${TAG_UID}_LIST`, `${TAG_UID}_${into.id}`],
        ...[`${ARTICLE_UID}_LIST`, `${ARTICLE_UID}_ALL_ITEMS`],
      ]);
      const message = t('merge.done', { name: tag.name, into: data.name });
      toggleNotification({ type: 'success', message });
      onClose();
      if (isInList || window.location.pathname !== page) return;
      // `replace`, since the merged tag's address no longer works, not even by going back.
      navigate(editTag(data.documentId), { replace: true });
    } catch (failure) {
      setSubmitting(false);
      const said = toFailure(failure);
      setError(said);
      // The closed dialog cannot show the error.
      if (!isOpen.current) toggleNotification({ type: 'danger', message: t(said) });
    } finally {
      setIsMerging(false);
    }
  };

  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={5}>
          <Typography tag="p" textColor="neutral800">
            {t('merge.explained', { name: tag.name })}
          </Typography>
          <Box>
            <Field.Root name="into" required error={error && t(error)} width="100%">
              <Field.Label>{t('merge.into')}</Field.Label>
              <SearchCombobox
                disabled={isMerging}
                placeholder={t('merge.placeholder')}
                clearLabel={t('merge.clear')}
                none={t('merge.none')}
                noMatch={t('merge.noMatch')}
                path={listTags}
                query={{
                  pageSize: TAGS_AT_ONCE,
                  sort: 'name:ASC',
                  'filters[documentId][$ne]': tag.documentId,
                }}
                toOption={({ documentId, name, slug }: TagNamesake): TextOption => ({
                  id: documentId,
                  text: name,
                  mark: slug,
                })}
                value={into}
                onChange={(chosen) => {
                  setError(undefined);
                  setInto(chosen);
                }}
              />
              <Box role="alert">
                <Field.Error />
              </Box>
            </Field.Root>
            {into === undefined ? null : <MergePreview from={tag.documentId} into={into.id} />}
            <Box role="status" paddingTop={isMerging ? 5 : 0}>
              {isMerging ? (
                <Typography textColor="neutral800">{t('merge.moving')}</Typography>
              ) : null}
            </Box>
          </Box>
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" disabled={isMerging} onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button
          variant="danger"
          disabled={into === undefined}
          loading={isMerging}
          onClick={() => submit()}
        >
          {t('merge.confirm')}
        </Button>
      </Modal.Footer>
    </>
  );
};

/** Properties that Strapi passes to an action of an entry. There is no document while it is created. */
interface ActionProps {
  model: string;
  document?: { documentId: string; name?: string };
}

const POSITIONS = ['header', 'table-row'];

/**
 * "Merge into another tag…" in the menu of a tag, on its page and in the list. Strapi calls it as a hook, so
 * it may use hooks.
 */
export const TagMergeAction = ({ model, document }: ActionProps) => {
  const t = useTranslation();
  const mayMergeTags = useMay(MERGE_PERMISSIONS);
  const { documentId = '', name = documentId } = document ?? {};
  // A stable function for each tag: a new one would reset the open dialog.
  const content = React.useCallback(
    ({ onClose }: { onClose: () => void }) => (
      <MergeDialog tag={{ documentId, name }} onClose={onClose} />
    ),
    [documentId, name],
  );
  if (model !== TAG_UID || !document || !mayMergeTags) return null;
  return {
    label: t('merge.action'),
    icon: <Stack />,
    position: POSITIONS,
    dialog: { type: 'modal', title: t('merge.title', { name }), content },
  };
};
TagMergeAction.position = POSITIONS;
