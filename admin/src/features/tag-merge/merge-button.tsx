import { Modal, TextButton } from '@strapi/design-system';
import { Stack } from '@strapi/icons';
import * as React from 'react';

import { useMayMergeTags } from '../../shared/permissions';
import { useTranslation } from '../../shared/use-translation';
import { MergeDialog } from './merge-dialog';
import type { Tag } from './use-other-tags';

/** "Merge into another tag…" as a button, for who may. */
export const MergeButton = ({ tag }: { tag: Tag }) => {
  const t = useTranslation();
  const mayMergeTags = useMayMergeTags();
  const [isOpen, setIsOpen] = React.useState(false);
  if (!mayMergeTags) return null;
  return (
    <Modal.Root open={isOpen} onOpenChange={setIsOpen}>
      <Modal.Trigger>
        <TextButton type="button" startIcon={<Stack />}>
          {t('merge.action')}
        </TextButton>
      </Modal.Trigger>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{t('merge.title', { name: tag.name })}</Modal.Title>
        </Modal.Header>
        <MergeDialog tag={tag} onClose={() => setIsOpen(false)} />
      </Modal.Content>
    </Modal.Root>
  );
};
