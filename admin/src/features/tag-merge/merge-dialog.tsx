import { useForm, useNotification } from '@strapi/strapi/admin';
import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import * as React from 'react';
import { useMatch, useNavigate } from 'react-router-dom';

import { editTag } from '../../shared/entry-addresses';
import { ProgressBar } from '../../shared/progress-bar';
import { Failure } from '../../shared/states';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { MergePreview } from './merge-preview';
import { TagPicker } from './tag-picker';
import { useMergeTags } from './use-merge-tags';
import { type Tag, useOtherTags } from './use-other-tags';

interface MergeDialogProps {
  tag: Tag;
  onClose: () => void;
}

/** Says what a merge does, asks for the tag that stays, merges and goes there. */
export const MergeDialog = ({ tag, onClose }: MergeDialogProps) => {
  const t = useTranslation();
  const navigate = useNavigate();
  const { toggleNotification } = useNotification();
  // In the list of tags there is no form.
  const isInList = useMatch('/content-manager/:collectionType/:slug') !== null;
  const setFormSubmitting = useForm('SyndicationTagMerge', (state) => state.setSubmitting);
  const setSubmitting = isInList ? () => undefined : setFormSubmitting;
  const { merge, isMerging } = useMergeTags();
  const [search, setSearch] = React.useState('');
  const { data: tags, isLoading, error: loadError, reload } = useOtherTags(tag, search);
  const [into, setInto] = React.useState<string>();
  const [error, setError] = React.useState<TranslationKey>();

  const isOpen = React.useRef(true);
  React.useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const choose = (documentId: string | undefined): void => {
    setError(undefined);
    setInto(documentId);
  };

  const submit = async (): Promise<void> => {
    if (into === undefined || isMerging) return;
    setError(undefined);
    const page = window.location.pathname;
    // Unsaved changes of the tag go with it: nothing is left to ask about on the way out.
    setSubmitting(true);
    const result = await merge(tag.documentId, into);
    if ('failure' in result) {
      setSubmitting(false);
      setError(result.failure);
      // Who closed the dialog meanwhile would not see it there.
      if (!isOpen.current) toggleNotification({ type: 'danger', message: t(result.failure) });
      return;
    }
    toggleNotification({
      type: 'success',
      message: t('merge.done', { name: tag.name, into: result.name }),
    });
    onClose();
    if (isInList || window.location.pathname !== page) return;
    // The address of the merged tag leads nowhere now, not even by going back.
    navigate(editTag(result.documentId), { replace: true });
  };

  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={5}>
          <Typography tag="p" textColor="neutral800">
            {t('merge.explained', { name: tag.name })}
          </Typography>
          {loadError !== undefined && !tags ? (
            <Failure error={loadError} onRetry={reload} />
          ) : (
            <Box>
              <TagPicker
                tags={tags ?? []}
                isLoading={isLoading}
                isDisabled={isMerging}
                search={search}
                value={into}
                error={error && t(error)}
                onChange={choose}
                onSearch={setSearch}
              />
              {into === undefined ? null : <MergePreview from={tag.documentId} into={into} />}
              <Box role="status" paddingTop={isMerging ? 5 : 0}>
                {isMerging ? (
                  <>
                    <ProgressBar aria-label={t('merge.moving')} />
                    <Typography variant="pi" textColor="neutral600">
                      {t('merge.leave')}
                    </Typography>
                  </>
                ) : null}
              </Box>
            </Box>
          )}
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" disabled={isMerging} onClick={onClose}>
          {t('merge.cancel')}
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
