import { useNavigate } from 'react-router-dom';

import { SLUGGED_TYPES } from '../../../../src/lib/constants';
import { changeAction, type EntryProps } from '../../shared/edit-view';

/**
 * "Duplicate" in the menu of a list opens the form of the copy at once. Strapi would first ask the user to
 * change the slug, as of any unique field; the form changes it by itself.
 */
export const duplicateWithSlug = changeAction(
  'clone',
  (action, { model, documentId }: EntryProps) => {
    const navigate = useNavigate();
    if (!action || !documentId || !(model in SLUGGED_TYPES)) return action;
    return { ...action, dialog: undefined, onClick: () => navigate(`clone/${documentId}`) };
  },
);
