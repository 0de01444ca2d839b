import { useAuth, useTable } from '@strapi/strapi/admin';
import { Feather } from '@strapi/icons';
import * as React from 'react';
import { createGlobalStyle } from 'styled-components';

import type { PublishedType } from '../../../../src/panel/admin-api';
import { publishedTypes, useEntryLocale } from '../../shared/edit-view';
import { useFormLabel } from '../../shared/names';
import { useTranslation } from '../../shared/use-translation';
import { BulkDialog, type ListedEntry, type SelectedEntries } from './dialog';

/** Properties that Strapi passes to a bulk action. */
interface ActionProps {
  model: string;
  documents: ListedEntry[];
}

type Source = NonNullable<PublishedType['source']>;

/** The source with the topic fields that the user may read and change. The server checks conditions by entry. */
const usePermitted = (contentType: string): Source | undefined => {
  const source = publishedTypes()[contentType]?.source;
  const permissions = useAuth('SyndicationBulk', (state) => state.permissions);
  if (!source) return undefined;
  const may = (name: 'read' | 'update', field: string): boolean =>
    permissions.some(
      ({ action, subject, properties }) =>
        action === `plugin::content-manager.explorer.${name}` &&
        subject === contentType &&
        (properties as { fields?: string[] } | undefined)?.fields?.includes(field),
    );
  const topics = source.topics.filter(({ field }) => may('read', field) && may('update', field));
  return topics.length > 0 ? { ...source, topics } : undefined;
};

interface Chosen {
  selection: SelectedEntries;
  source: Source;
}

interface ContentProps {
  latest: React.RefObject<Chosen | undefined>;
  onClose: () => void;
}

/** The dialog for the selection at the time it opens. */
const Content = ({ latest, onClose }: ContentProps) => {
  const [chosen] = React.useState(() => latest.current);
  return chosen ? <BulkDialog {...chosen} onClose={onClose} /> : null;
};

/** Strapi's bulk actions are in one line, which has no room for ours on a phone. */
const WrapBulkActions = createGlobalStyle`
  div:has(> button [data-testid='syndication-bulk']) {
    flex-wrap: wrap;
  }
`;

const BulkIcon = () => (
  <>
    <WrapBulkActions />
    <Feather data-testid="syndication-bulk" />
  </>
);

/** "Change Tags…" among the bulk actions of a list. Strapi calls it as a hook, so it may use hooks. */
export const BulkChangeAction = ({ model, documents }: ActionProps) => {
  const t = useTranslation();
  const source = usePermitted(model);
  const locale = useEntryLocale();
  const label = useFormLabel(model);
  const latest = React.useRef<Chosen | undefined>(undefined);
  const rows = useTable('SyndicationBulk', (state) => state.rows as ListedEntry[]);
  const selectRow = useTable('SyndicationBulk', (state) => state.selectRow);
  // Strapi keeps selected rows as they were when they were selected, with the status that they had.
  React.useEffect(() => {
    if (!source) return;
    const present = documents.map(
      (one) => rows.find(({ documentId }) => documentId === one.documentId) ?? one,
    );
    if (present.some((row, index) => row !== documents[index])) selectRow(present);
  }, [rows]);
  React.useEffect(() => {
    latest.current = source && { selection: { contentType: model, documents, locale }, source };
  });
  // A stable function: Strapi passes a new selection to its button with a delay, and a new function would
  // reset a dialog that is already open.
  const content = React.useCallback(
    ({ onClose }: { onClose: () => void }) => <Content latest={latest} onClose={onClose} />,
    [],
  );
  if (!source || documents.length === 0) return null;
  return {
    label: t('bulk.action', { fields: source.topics.map(({ field }) => label(field)).join(', ') }),
    icon: <BulkIcon />,
    variant: 'tertiary',
    dialog: {
      type: 'modal',
      title: t('bulk.title', { count: documents.length }),
      content,
    },
  };
};
BulkChangeAction.type = 'syndication-change';
