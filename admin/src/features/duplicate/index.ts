import { useNavigate } from 'react-router-dom';

import { SLUGGED_TYPES } from '../../../../src/constants';

interface ActionProps {
  model: string;
  documentId?: string;
}

/** An action of Strapi: called as a hook, with what tells it from others on the function. */
interface Action {
  (props: ActionProps): object | null;
  type?: string;
}

/**
 * "Duplicate" in the menu of a list leads to the form of the copy. Strapi first says that the slug
 * has to be changed by hand, as of any unique field; the form has changed it already.
 */
const openCopy = <DocumentAction extends Action>(duplicate: DocumentAction): DocumentAction =>
  Object.assign((props: ActionProps) => {
    const action = duplicate(props);
    const navigate = useNavigate();
    if (!action || !props.documentId || !(props.model in SLUGGED_TYPES)) return action;
    const onClick = (): void => navigate(`clone/${props.documentId}`);
    return { ...action, dialog: undefined, onClick };
  }, duplicate);

/** Replaces Strapi's "Duplicate" among the actions of documents. */
export const duplicateWithSlug = <DocumentAction extends Action>(
  actions: DocumentAction[],
): DocumentAction[] =>
  actions.map((action) => (action.type === 'clone' ? openCopy(action) : action));
