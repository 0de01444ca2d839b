import { Box, Flex, Typography } from '@strapi/design-system';

import { ARTICLE_UID } from '../../../../src/constants';
import { useMaySeeFeeds } from '../../shared/permissions';
import { ProblemList } from '../../shared/problem-list';
import { Failure, Loading } from '../../shared/states';
import { useEntryLocale } from '../../shared/use-entry-locale';
import { useOriginal } from '../../shared/use-original';
import { useTranslation } from '../../shared/use-translation';
import { EffectsSection } from './effects-section';
import { FeedsSection } from './feeds-section';
import { ItemSection } from './item-section';
import type { Subject } from './form-values';
import { Former, Updating } from './former';
import { PublicSection } from './public-section';
import { Section } from './section';
import { ShareSection } from './share-section';
import { StaysInSight } from './stays-in-sight';
import { usePreview } from './use-preview';

interface ContentProps {
  subject: Subject;
  version: string;
}

const Content = ({ subject, version }: ContentProps) => {
  const t = useTranslation();
  const { data: preview, error, isFormer, reload } = usePreview(subject, version);
  const isBusy = isFormer && error === undefined;
  if (!preview) {
    return (
      <Box width="100%">{error === undefined ? <Loading /> : <Failure onRetry={reload} />}</Box>
    );
  }
  const { problems, timeZone } = preview;
  const { documentId } = subject;
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
      {error === undefined ? null : <Failure onRetry={reload} />}
      <Former isFormer={isBusy}>
        <EffectsSection preview={preview} />
        <ItemSection preview={preview} />
        <FeedsSection preview={preview} />
        {problems ? (
          <Section title={t('panel.problems')}>
            <Typography variant="pi" tag="p" textColor="neutral700" role="status">
              {problems.length === 0
                ? t('panel.problems.none')
                : t('panel.problems.count', { count: problems.length })}
            </Typography>
            <ProblemList problems={problems} timeZone={timeZone} />
          </Section>
        ) : null}
        <PublicSection preview={preview} />
      </Former>
      {documentId === undefined ? null : (
        <ShareSection
          documentId={documentId}
          version={version}
          title={preview.item.title}
          timeZone={timeZone}
        />
      )}
    </Flex>
  );
};

/** What Strapi gives a side panel of the edit view. */
interface PanelProps {
  model: string;
  documentId?: string;
  document?: { updatedAt?: string; publishedAt?: string | null; status?: string };
}

/** The side panel "Syndication" of an article. Called by Strapi as a hook: it may use hooks. */
export const ArticlePanel = ({ model, documentId, document }: PanelProps) => {
  const t = useTranslation();
  const maySeeFeeds = useMaySeeFeeds();
  const copyOf = useOriginal(ARTICLE_UID);
  const locale = useEntryLocale();
  if (model !== ARTICLE_UID || !maySeeFeeds) return null;
  const { updatedAt, publishedAt, status } = document ?? {};
  return {
    title: t('panel.title'),
    content: (
      <Content
        // To Strapi, the form of a copy belongs to the original.
        subject={{
          locale,
          ...(copyOf
            ? { copyOf }
            : { documentId: documentId === 'create' ? undefined : documentId }),
        }}
        version={[updatedAt, publishedAt, status].join(' ')}
      />
    ),
  };
};
