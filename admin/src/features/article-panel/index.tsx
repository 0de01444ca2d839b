import { unstable_useDocumentLayout } from '@strapi/strapi/admin';
import { Box, Flex, TextButton, Typography } from '@strapi/design-system';

import type { SidePanelProps } from '../../shared/edit-view-props';
import { useFieldLabel } from '../../shared/field-label';
import { useMaySeeFeeds } from '../../shared/permissions';
import { ProblemList } from '../../shared/problem-list';
import { placeOf } from '../../shared/problem-place';
import { isSignedOut } from '../../shared/signed-out';
import { Failure, Loading } from '../../shared/states';
import { useEntryLocale } from '../../shared/use-entry-locale';
import { useOriginal } from '../../shared/use-original';
import { useTranslation } from '../../shared/use-translation';
import { useSchedule } from '../schedule/use-schedule';
import { EffectsSection } from './effects-section';
import { FeedsSection } from './feeds-section';
import { ItemSection } from './item-section';
import type { FormEntry } from './form-values';
import { Former, Updating } from './former';
import { LaterSave } from './later-save';
import { Nowhere } from './nowhere';
import { PageSection } from './page-section';
import { PublicSection } from './public-section';
import { Section } from '../../shared/section';
import { ShareSection } from './share-section';
import { StaysInSight } from './stays-in-sight';
import { Warnings } from './warnings';
import { useFieldFocus } from './use-field-focus';
import { usePreview } from './use-preview';

interface ContentProps {
  entry: FormEntry;
  /** When the row was saved that the form was loaded with; none of a form that cannot be saved. */
  loaded?: string;
  version: string;
  /** Strapi's word for the entry; none of what has no drafts. */
  status?: string;
}

const Content = ({ entry, loaded, version, status }: ContentProps) => {
  const t = useTranslation();
  const { contentType, documentId } = entry;
  const { edit } = unstable_useDocumentLayout(contentType);
  const label = useFieldLabel(contentType, edit.metadatas);
  const {
    data: preview,
    error,
    isFormer,
    isOutdated,
    reload,
  } = usePreview(entry, { loaded, version });
  const toField = useFieldFocus(label, preview !== undefined);
  const isBusy = isFormer && error === undefined;
  const failure =
    error === undefined ? null : <Failure isBesideForm error={error} onRetry={reload} />;
  const signedOut = isSignedOut(error) ? <Warnings>{failure}</Warnings> : failure;
  if (!preview) return <Box width="100%">{signedOut ?? <Loading />}</Box>;
  const { problems, timeZone, isPublicAtOnce, laterSave } = preview;
  return (
    <Flex
      direction="column"
      alignItems="stretch"
      gap={5}
      width="100%"
      data-testid="syndication-panel"
      aria-busy={isBusy}
      position="relative"
    >
      <StaysInSight />
      {isBusy ? <Updating /> : null}
      {signedOut}
      {laterSave && !isOutdated ? (
        <Warnings>
          <LaterSave save={laterSave} />
        </Warnings>
      ) : null}
      <Former isFormer={isBusy}>
        {preview.nowhere === null ? null : (
          <Warnings>
            <Nowhere fields={preview.nowhere} label={label} toField={toField} />
          </Warnings>
        )}
        <EffectsSection
          preview={preview}
          isPublished={isPublicAtOnce ? documentId !== undefined : status === 'published'}
        />
        {preview.isPage ? (
          <PageSection preview={preview} label={label} />
        ) : (
          <>
            <ItemSection preview={preview} label={label} />
            <FeedsSection contentType={contentType} preview={preview} label={label} />
          </>
        )}
        {problems ? (
          <Section title={t('panel.problems')}>
            <Typography variant="pi" tag="p" textColor="neutral700" role="status">
              {problems.length === 0
                ? t('panel.problems.none')
                : t('panel.problems.count', { count: problems.length })}
            </Typography>
            <ProblemList
              problems={problems}
              timeZone={timeZone}
              label={label}
              toField={(field, problem) => (
                <TextButton type="button" onClick={() => toField(field, placeOf(problem))}>
                  {t('problem.toField', { field: label(field) })}
                </TextButton>
              )}
            />
          </Section>
        ) : null}
        <PublicSection preview={preview} />
      </Former>
      {documentId === undefined || isPublicAtOnce ? null : (
        <ShareSection
          entry={{ ...entry, documentId }}
          version={version}
          title={preview.item.title}
          timeZone={timeZone}
          isPage={preview.isPage}
        />
      )}
    </Flex>
  );
};

/** Locale that the edit view is in, of a localised type. */
const useLocale = ({ document }: SidePanelProps): string | undefined =>
  useEntryLocale() ?? document?.locale ?? undefined;

/**
 * The side panel "Feeds" of an entry whose type is published. Called by Strapi as a hook: it may
 * use hooks.
 */
export const ArticlePanel = (props: SidePanelProps) => {
  const { activeTab, model, documentId, document } = props;
  const t = useTranslation();
  const maySeeFeeds = useMaySeeFeeds();
  const copyOf = useOriginal(model);
  const locale = useLocale(props);
  const { data: type } = useSchedule(model, []);
  if (!type?.isSource || !maySeeFeeds) return null;
  const { updatedAt, publishedAt, status } = document ?? {};
  const saved = documentId === 'create' ? undefined : (documentId ?? document?.documentId);
  return {
    title: t('feeds.title'),
    content: (
      <Content
        // To Strapi, the form of a copy belongs to the original.
        entry={{ contentType: model, locale, ...(copyOf ? { copyOf } : { documentId: saved }) }}
        loaded={activeTab === 'published' ? undefined : updatedAt}
        version={[updatedAt, publishedAt, status].join(' ')}
        status={status}
      />
    ),
  };
};
