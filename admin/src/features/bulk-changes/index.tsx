import { useAuth } from '@strapi/strapi/admin';
import { Feather } from '@strapi/icons';
import * as React from 'react';

import type { PublishedType } from '../../../../src/panel/admin-api';
import { usePublishedType } from '../../shared/published-types';
import { useEntryLocale } from '../../shared/use-entry-locale';
import { useTranslation } from '../../shared/use-translation';
import { BulkDialog } from './dialog';

/** What Strapi gives an action of a list. */
interface ActionProps {
  model: string;
  documents: { documentId: string }[];
}

type Source = NonNullable<PublishedType['source']>;

/** What the user may change of a source's entries; what conditions say of each, the server does. */
const usePermitted = (contentType: string): Source | undefined => {
  const source = usePublishedType(contentType)?.source;
  const permissions = useAuth('SyndicationBulk', (state) => state.permissions);
  return React.useMemo(() => {
    if (!source) return undefined;
    const mayUpdate = (field: string): boolean =>
      permissions.some(
        ({ action, subject, properties }) =>
          action === 'plugin::content-manager.explorer.update' &&
          subject === contentType &&
          (properties as { fields?: string[] } | undefined)?.fields?.includes(field),
      );
    const { topics, keepOut } = source;
    const permitted = {
      ...source,
      topics: topics.filter(({ field }) => mayUpdate(field)),
      keepOut: keepOut !== null && mayUpdate(keepOut) ? keepOut : null,
    };
    return permitted.topics.length > 0 || permitted.keepOut !== null ? permitted : undefined;
  }, [source, permissions, contentType]);
};

/**
 * "Topics and feeds…" among the bulk actions of a list. Called by Strapi as a hook: it may use hooks.
 */
export const BulkChangeAction = ({ model, documents }: ActionProps) => {
  const t = useTranslation();
  const source = usePermitted(model);
  const locale = useEntryLocale();
  const ids = documents.map(({ documentId }) => documentId).join(',');
  // The same function while the same is chosen: another one would empty the open dialog.
  const content = React.useCallback(
    ({ onClose }: { onClose: () => void }) =>
      source ? (
        <BulkDialog
          entries={{ contentType: model, documentIds: ids.split(','), locale }}
          source={source}
          onClose={onClose}
        />
      ) : null,
    [model, ids, locale, source],
  );
  if (!source || documents.length === 0) return null;
  return {
    label: t('bulk.action'),
    icon: <Feather />,
    variant: 'tertiary',
    dialog: {
      type: 'modal',
      title: t('bulk.title', { count: documents.length }),
      content,
    },
  };
};
BulkChangeAction.type = 'syndication-change';
