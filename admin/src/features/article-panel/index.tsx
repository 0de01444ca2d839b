import { Box, Flex, Typography } from '@strapi/design-system';
import * as React from 'react';
import { styled } from 'styled-components';

import { Fold, Withheld } from '../../shared/blocks';
import { Zone } from '../../shared/dates';
import { type SidePanelProps, useEntryLocale, useOriginal } from '../../shared/edit-view';
import { useFormLabel } from '../../shared/names';
import { FEEDS_PERMISSIONS, useMay } from '../../shared/permissions';
import { Failure, isSignedOut, Loading } from '../../shared/states';
import { useTranslation } from '../../shared/use-translation';
import { EntryLine } from '../deliveries/entry-line';
import { LaterSave } from '../later-save';
import { keepPreview, keyOf } from '../publishing/kept';
import { useSchedule } from '../schedule/use-schedule';
import { useFieldFocus } from './focus-field';
import { FeedsSection, ItemSection, PlaceSection, PublishSection } from './sections';
import { Nowhere, StatusLine, StickySidePanels, Warnings } from './status';
import { type FormEntry, usePreview, usePublishedToast } from './use-preview';

/** Fades an outdated preview, after a delay: a preview that arrives at once never fades. */
const Answers = styled(Flex)<{ $isFormer: boolean }>`
  opacity: ${({ $isFormer }) => ($isFormer ? 0.4 : 1)};
  transition: opacity 100ms ${({ $isFormer }) => ($isFormer ? '250ms' : '0ms')};

  /* Strapi's paragraphs do not break long words, which would widen the page on a phone. */
  p {
    overflow-wrap: anywhere;
  }
`;

interface ContentProps {
  entry: FormEntry;
  /** Key of the entry's "Publish" action. */
  entryKey: string;
  version: string;
  /** Strapi's status of the entry; undefined for a type without drafts. */
  status?: string;
  /** Whether the site notifies anybody of changes (option `push`). */
  tellsOthers: boolean;
}

const Content = ({ entry, entryKey, version, status, tellsOthers }: ContentProps) => {
  const t = useTranslation();
  const { contentType, documentId, locale } = entry;
  const label = useFormLabel(contentType);
  const { data, error, isFormer, reload } = usePreview(entry, version);
  const isWithheld = data !== undefined && 'isWithheld' in data;
  const preview = isWithheld ? undefined : data;
  const toField = useFieldFocus(label, preview !== undefined);
  const isBusy = isFormer && error === undefined;
  usePublishedToast(entry, version, status === 'published', isBusy ? undefined : preview);
  React.useEffect(
    () => keepPreview(entryKey, { contentType, preview, isFormer: isBusy }),
    [entryKey, contentType, preview, isBusy],
  );
  React.useEffect(() => () => keepPreview(entryKey, undefined), [entryKey]);

  const failure =
    error === undefined ? null : <Failure isBesideForm error={error} onRetry={reload} />;
  const signedOut = isSignedOut(error) ? <Warnings>{failure}</Warnings> : failure;
  if (isWithheld) {
    const fields = data.fields.join(', ');
    return signedOut ?? <Withheld>{t('panel.withheld', { fields })}</Withheld>;
  }
  if (!preview) return <Box width="100%">{signedOut ?? <Loading />}</Box>;
  const { isPublicAtOnce, nowhere, publicLink, isPage } = preview;
  const isPublished = isPublicAtOnce ? documentId !== undefined : status === 'published';
  const isInLanguage = !preview.reasons.some(({ code }) => code === 'not-in-language');
  const isWithdrawn = preview.reasons.some(({ code }) => code === 'withdrawn');
  const isUnpublished =
    publicLink === null ? isWithdrawn || !isPublicAtOnce : !isPublicAtOnce && !isPublished;
  return (
    <Flex
      direction="column"
      alignItems="stretch"
      gap={5}
      width="100%"
      data-testid="syndication-panel"
      aria-busy={isBusy}
    >
      <StickySidePanels />
      {signedOut}
      <Answers direction="column" alignItems="stretch" gap={5} $isFormer={isBusy}>
        <Warnings>
          {nowhere === null ? null : <Nowhere fields={nowhere} label={label} toField={toField} />}
          <StatusLine
            preview={preview}
            isSaved={documentId !== undefined}
            label={label}
            toField={toField}
          />
        </Warnings>
        <PublishSection preview={preview} entry={entryKey} isPublished={isPublished} />
        {isInLanguage ? (
          <PlaceSection
            preview={preview}
            label={label}
            draft={isUnpublished && documentId !== undefined ? entry : undefined}
            version={version}
          />
        ) : null}
        {tellsOthers && documentId ? (
          <EntryLine {...{ contentType, documentId, locale, version }} />
        ) : null}
        {isPage ? (
          <Typography variant="pi" tag="p" textColor="neutral700">
            {t('panel.page')}
          </Typography>
        ) : (
          <>
            <Fold title={t('panel.item')}>
              <ItemSection preview={preview} />
            </Fold>
            <Fold title={`${t('panel.feeds')} (${preview.feeds.length})`}>
              <FeedsSection contentType={contentType} preview={preview} label={label} />
            </Fold>
          </>
        )}
        <Zone timeZone={preview.timeZone} />
      </Answers>
    </Flex>
  );
};

/** Locale of the edit view; undefined for a type that is not localised. */
const useLocale = ({ document }: SidePanelProps): string | undefined =>
  useEntryLocale() ?? document?.locale ?? undefined;

/**
 * The side panel "Feeds" of an entry whose type is published. Strapi calls it as a hook, so it may
 * use hooks.
 */
export const ArticlePanel = (props: SidePanelProps) => {
  const { activeTab, model, documentId, document } = props;
  const t = useTranslation();
  const maySeeFeeds = useMay(FEEDS_PERMISSIONS);
  const copyOf = useOriginal(model);
  const locale = useLocale(props);
  const { data: type } = useSchedule(model, []);
  if (!type?.isSource || !maySeeFeeds) return null;
  const { updatedAt, publishedAt, status } = document ?? {};
  // Strapi's form of a copy has the document id of the original.
  const id = copyOf || documentId === 'create' ? undefined : (documentId ?? document?.documentId);
  return {
    title: t('feeds.title'),
    content: (
      <Flex direction="column" alignItems="stretch" gap={5} width="100%">
        {id && updatedAt && activeTab !== 'published' ? (
          <LaterSave entry={{ contentType: model, documentId: id, locale }} loaded={updatedAt} />
        ) : null}
        <Content
          entry={{ contentType: model, locale, copyOf, documentId: id }}
          entryKey={keyOf(props)}
          version={[updatedAt, publishedAt, status].join(' ')}
          status={status}
          tellsOthers={type.tellsOthers === true}
        />
      </Flex>
    ),
  };
};
