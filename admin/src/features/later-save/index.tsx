import { unstable_useContentManagerContext, useDebounce, useForm } from '@strapi/strapi/admin';
import { TextButton, Typography } from '@strapi/design-system';

import type { LaterSave as Save } from '../../../../src/panel/admin-api';
import { Message } from '../../shared/blocks';
import { ownTimeZone, useRecentDates } from '../../shared/dates';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { Warnings } from '../article-panel/status';

/** Says that the entry was deleted, or who saved it. Before a reload, Strapi's form asks about unsaved changes. */
const Notice = ({ at, by, isOwn }: Save) => {
  const t = useTranslation();
  const toRecent = useRecentDates(ownTimeZone());
  const isModified = useForm('SyndicationLaterSave', (state) => state.modified);
  const sayWho = (saved: string): string => {
    // The save may be from another day if the form was left open overnight.
    const { text: time, isToday } = toRecent(saved);
    const said = { time, day: isToday ? 'today' : 'other', name: by ?? 'none' };
    return t(isOwn ? 'panel.laterSave.own' : 'panel.laterSave', said);
  };
  return (
    <Message tone={at ? 'warning' : 'danger'} testId="syndication-later-save">
      <Typography variant="omega" fontWeight="bold" tag="p" textColor="neutral800">
        {at ? sayWho(at) : t('panel.deleted')}
      </Typography>
      {at ? (
        <>
          <Typography variant="pi" tag="p" textColor="neutral800" paddingBottom={1}>
            {t('panel.laterSave.explained')} {isModified ? t('panel.laterSave.lost') : null}
          </Typography>
          <TextButton type="button" onClick={() => window.location.reload()}>
            {t('panel.laterSave.reload')}
          </TextButton>
        </>
      ) : null}
    </Message>
  );
};

export interface SavedEntry {
  contentType: string;
  documentId: string;
  /** Code of the locale in the form. */
  locale?: string;
}

/**
 * Top warning: saving or publishing this form would overwrite a save made after the form was loaded, or the entry was
 * deleted since, so the form can no longer be saved. Asks at each pause in typing.
 *
 * @param loaded when the row in the form was saved
 */
export const LaterSave = ({ entry, loaded }: { entry: SavedEntry; loaded: string }) => {
  const { contentType, documentId, locale = '' } = entry;
  const values = useForm('SyndicationLaterSave', (state) => state.values);
  const isSubmitting = useForm('SyndicationLaterSave', (state) => state.isSubmitting);
  const { isLoading: isReading } = unstable_useContentManagerContext();
  const query = new URLSearchParams({ locale, loaded }).toString();
  // While Strapi saves and reloads the entry, the server has a newer row than `loaded` says.
  const { data } = useAnswer<Save | null>(
    isSubmitting || isReading ? undefined : `later-saves/${contentType}/${documentId}?${query}`,
    { version: useDebounce(JSON.stringify(values), 400) },
  );
  return data ? (
    <Warnings>
      <Notice {...data} />
    </Warnings>
  ) : null;
};
