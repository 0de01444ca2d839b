import { Stack } from '@strapi/icons';
import * as React from 'react';

import { TAG_UID } from '../../../../src/constants';
import { useMayMergeTags } from '../../shared/permissions';
import { useTranslation } from '../../shared/use-translation';
import { MergeDialog } from './merge-dialog';

/** What Strapi gives an action of an entry. There is no document while one is created. */
interface ActionProps {
  model: string;
  document?: { documentId: string; name?: string };
}

const POSITIONS = ['header', 'table-row'];

interface ContentProps {
  onClose: () => void;
}

/**
 * "Merge into another tag…" in the menu of a tag, in its own page and in the list. Called by Strapi as a
 * hook: it may use hooks.
 */
export const TagMergeAction = ({ model, document }: ActionProps) => {
  const t = useTranslation();
  const mayMergeTags = useMayMergeTags();
  const { documentId = '', name = documentId } = document ?? {};
  // The same function while the tag is the same: another one would empty the open dialog.
  const content = React.useCallback(
    ({ onClose }: ContentProps) => <MergeDialog tag={{ documentId, name }} onClose={onClose} />,
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
