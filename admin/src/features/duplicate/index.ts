import { useNavigate } from 'react-router-dom';

import { SLUGGED_TYPES } from '../../../../src/lib/constants';
import { changeAction } from '../../shared/edit-view';

interface ActionProps {
  model: string;
  documentId?: string;
}

/**
 * "Duplicate" in the menu of a list leads to the form of the copy. Strapi first says that the slug
 * has to be changed by hand, as of any unique field; the form has changed it already.
 */
export const duplicateWithSlug = changeAction(
  'clone',
  (action, { model, documentId }: ActionProps) => {
    const navigate = useNavigate();
    if (!action || !documentId || !(model in SLUGGED_TYPES)) return action;
    return { ...action, dialog: undefined, onClick: () => navigate(`clone/${documentId}`) };
  },
);
