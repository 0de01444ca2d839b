import { REPUBLISHING_PARAMETER } from '../../../../src/constants';
import type { BulkChange, PlannedChange } from '../../../../src/panel/admin-api';

/** A topic to add or to remove. */
export interface ChosenTopic {
  documentId: string;
  /** None where topics are the same in all locales. */
  locale?: string | null;
}

/** What is written into each entry. */
export interface Written {
  kind: BulkChange['kind'];
  field: string;
  topic: ChosenTopic;
}

interface ChangedEntries {
  contentType: string;
  locale: string | undefined;
}

/** A request of the Content Manager's own API. */
export interface ChangeRequest {
  method: 'PUT' | 'POST';
  url: string;
  data: object;
  params: Record<string, string>;
}

const valueOf = ({ kind, topic: { documentId, locale } }: Written): unknown => {
  const topic = { documentId, ...(locale && { locale }) };
  // Where there is room for one, what is connected takes the place of what was there.
  return kind === 'add-topic'
    ? { connect: [topic], disconnect: [] }
    : { connect: [], disconnect: [topic] };
};

/**
 * The request with which the Content Manager itself would save an entry, or save and publish it: it asks
 * for permissions, validates, and keeps the history. Quietly, since what subscribers read stays the same.
 */
export const changeRequest = (
  { contentType, locale }: ChangedEntries,
  { documentId, step }: Pick<PlannedChange, 'documentId'> & { step: 'save' | 'publish' },
  written: Written,
): ChangeRequest => {
  const entry = `/content-manager/collection-types/${contentType}/${documentId}`;
  const inLocale = locale ? { locale } : undefined;
  return {
    method: step === 'publish' ? 'POST' : 'PUT',
    url: step === 'publish' ? `${entry}/actions/publish` : entry,
    data: { [written.field]: valueOf(written), ...inLocale },
    params: { [REPUBLISHING_PARAMETER]: 'quietly', ...inLocale },
  };
};
