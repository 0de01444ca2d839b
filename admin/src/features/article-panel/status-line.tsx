import { Box, Flex, TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import type { FieldLabel } from '../../shared/field-label';
import { ProblemList } from '../../shared/problem-list';
import { placeOf, type ProblemPlace } from '../../shared/problem-place';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';

interface StatusLineProps {
  preview: ArticlePreview;
  /** Whether the entry is saved. */
  isSaved: boolean;
  label: FieldLabel;
  toField: (field: string, place?: ProblemPlace) => void;
}

/** What readers have of the entry, in a word, and the colour of its dot. */
const useStatus = ({ preview, isSaved }: StatusLineProps): [text: string, colour: string] => {
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
  return [t(isNew ? 'panel.status.unsaved' : 'entries.status.draft'), 'neutral500'];
};

/** What readers have of the entry, and what is wrong with it. */
export const StatusLine = (props: StatusLineProps) => {
  const { preview, label, toField } = props;
  const { problems, timeZone } = preview;
  const t = useTranslation();
  const [isOpen, setIsOpen] = React.useState(false);
  const [status, colour] = useStatus(props);
  const count = problems?.length ?? 0;
  const told = t('panel.problems', { count });
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
        {problems && count === 0 ? <Typography textColor="neutral600">{told}</Typography> : null}
        {count > 0 ? (
          <TextButton type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {told}
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
