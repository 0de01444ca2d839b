import { useIsDesktop } from '@strapi/strapi/admin';
import { Box, Flex, TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';
import { createPortal } from 'react-dom';
import { createGlobalStyle } from 'styled-components';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import { Message } from '../../shared/blocks';
import { useDates } from '../../shared/dates';
import type { FieldLabel } from '../../shared/names';
import { ProblemList } from '../../shared/problem-list';
import { placeOf, type ProblemPlace } from '../../shared/problem-place';
import { useTranslation } from '../../shared/use-translation';

const WARNING_PLACE_ID = 'syndication-warnings';

/** Place for warnings below Strapi's buttons, where they stay in view on a phone. */
export const WarningPlace = () => (
  <Flex
    id={WARNING_PLACE_ID}
    direction="column"
    alignItems="stretch"
    gap={2}
    width="100%"
    maxHeight="40vh"
    overflow="auto"
  />
);

/**
 * Shows warnings at the top of the side panel. On a phone, Strapi hides side panels in a drawer that is closed
 * at first (`ActionsDrawer.mjs`): there they go into `WarningPlace`, which is rendered earlier.
 */
export const Warnings = ({ children }: { children: React.ReactNode }) => {
  const isDesktop = useIsDesktop();
  const place = isDesktop ? null : document.getElementById(WARNING_PLACE_ID);
  return place ? createPortal(children, place) : children;
};

interface NowhereProps {
  /** Fields of the form to fill in; none if another entry keeps the address. */
  fields: string[];
  label: FieldLabel;
  toField: (field: string) => void;
}

/** Top warning: Strapi shows the entry as published, but it has no public address. */
export const Nowhere = ({ fields, label, toField }: NowhereProps) => {
  const t = useTranslation();
  return (
    <Message tone="danger" testId="syndication-nowhere">
      <Typography variant="pi" tag="p" textColor="danger700">
        {t('panel.nowhere')}
      </Typography>
      {fields.length === 0 ? null : (
        <Flex direction="column" alignItems="flex-start" gap={1} paddingTop={2}>
          {fields.map((field) => (
            <TextButton key={field} type="button" onClick={() => toField(field)}>
              {t('problem.toField', { field: label(field) })}
            </TextButton>
          ))}
        </Flex>
      )}
    </Message>
  );
};

interface StatusLineProps {
  preview: ArticlePreview;
  isSaved: boolean;
  label: FieldLabel;
  toField: (field: string, place?: ProblemPlace) => void;
}

/** The public status of the entry in a few words, and the colour of its dot. */
const useStatus = ({
  preview,
  isSaved,
  label,
}: StatusLineProps): [text: string, colour: string] => {
  const t = useTranslation();
  const toDate = useDates(preview.timeZone);
  const { nowhere, scheduled, publicLink, reasons, isPublicAtOnce } = preview;
  if (nowhere !== null) return [t('entries.status.nowhere'), 'danger600'];
  if (reasons.some(({ code }) => code === 'not-in-language')) {
    return [t('panel.status.not-in-language'), 'warning600'];
  }
  if (publicLink !== null) return [t('entries.status.live'), 'success600'];
  if (scheduled !== null) {
    return [t('scheduled.badge', { date: toDate(scheduled) }), 'primary600'];
  }
  const isNew = isPublicAtOnce && !isSaved;
  const ended = reasons.find((reason) => reason.code === 'ended');
  if (ended && !isNew && !reasons.some(({ code }) => code === 'draft')) {
    return [t('panel.ended', { date: toDate(ended.since) }), 'neutral500'];
  }
  const withdrawn = reasons.find((reason) => reason.code === 'withdrawn');
  if (withdrawn && !isNew) {
    return [t('panel.withdrawn', { field: label(withdrawn.field) }), 'neutral500'];
  }
  return [t(isNew ? 'panel.status.unsaved' : 'entries.status.draft'), 'neutral500'];
};

/** Shows the public status of the entry, and its problems. */
export const StatusLine = (props: StatusLineProps) => {
  const { preview, label, toField } = props;
  const { problems, timeZone } = preview;
  const t = useTranslation();
  const [isOpen, setIsOpen] = React.useState(false);
  const [status, colour] = useStatus(props);
  const count = problems?.length ?? 0;
  const problemCount = t('panel.problems', { count });
  return (
    <Box data-testid="syndication-status" width="100%">
      <Flex gap={2} wrap="wrap" role="status">
        <Flex gap={2} alignItems="baseline" minWidth={0}>
          <Box
            background={colour}
            width="0.8rem"
            height="0.8rem"
            borderRadius="50%"
            shrink={0}
            aria-hidden
          />
          <Typography fontWeight="bold" textColor="neutral800">
            {status}
          </Typography>
        </Flex>
        {problems && count === 0 ? (
          <Typography textColor="neutral600">{problemCount}</Typography>
        ) : null}
        {count > 0 ? (
          <TextButton type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {problemCount}
          </TextButton>
        ) : null}
      </Flex>
      {problems && count > 0 && isOpen ? (
        <Box paddingTop={2}>
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
        </Box>
      ) : null}
    </Box>
  );
};

/**
 * Keeps the column of side panels in view while the user scrolls a long form, where Strapi shows it beside
 * the form. A column higher than the window scrolls on its own.
 */
export const StickySidePanels = createGlobalStyle`
  @media (min-width: 1080px) {
    div:has(> aside [data-testid='syndication-panel']) {
      position: sticky;
      inset-block-start: 1.6rem;
      max-height: calc(100vh - 3.2rem);
      overflow-y: auto;
    }
  }
`;
