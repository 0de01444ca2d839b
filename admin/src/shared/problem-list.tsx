import { Box, Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import type * as React from 'react';
import { Link } from 'react-router-dom';

import {
  mayBeMore,
  type Problem,
  type Severity,
  MAXIMUM_PER_KIND,
} from '../../../src/content/problem';
import { WRAP_ANYWHERE, WithIcon } from './blocks';
import { useDates } from './dates';
import { editField } from './entry-addresses';
import { type FieldLabel, useFieldLabel } from './names';
import { placeOf, toPlaceState } from './problem-place';
import { useTranslation } from './use-translation';

/** Colour of each severity. The word beside the icon carries the meaning. */
const COLOURS: Record<Severity, string> = { error: 'danger', warning: 'warning' };

interface ProblemListProps {
  problems: Problem[];
  timeZone: string;
  label: FieldLabel;
  /** Renders the link to a field of the form; undefined for a user who may not edit the entry. */
  toField?: (field: string, problem: Problem) => React.ReactNode;
}

interface ProblemBoxProps extends Omit<ProblemListProps, 'problems'> {
  problem: Problem;
}

/** Values for the texts of a problem. */
const useValues = ({ problem, timeZone, label }: Omit<ProblemBoxProps, 'toField'>) => {
  const { code, params, field } = problem;
  const toDate = useDates(timeZone);
  const isDate = code === 'date-moved' || code === 'date-postponed';
  const given = isDate
    ? Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, toDate(String(value))]),
      )
    : params;
  // The texts use "none" for a type without such a field.
  return { ...given, field: field === undefined ? 'none' : label(field) };
};

/** Title of a problem. */
export const ProblemTitle = (props: Omit<ProblemBoxProps, 'toField'>) =>
  useTranslation()(`problem.${props.problem.code}.title`, useValues(props));

const ProblemBox = ({ toField, ...of }: ProblemBoxProps) => {
  const { problem } = of;
  const { code, severity, field } = problem;
  const t = useTranslation();
  const values = useValues(of);
  const colour = COLOURS[severity];
  return (
    <Box
      tag="li"
      background={`${colour}100`}
      borderColor={`${colour}200`}
      hasRadius
      padding={3}
      data-problem={code}
    >
      <WithIcon icon={<WarningCircle fill={`${colour}600`} width="1.6rem" height="1.6rem" />}>
        <Flex direction="column" alignItems="stretch" gap={1} minWidth={0} style={WRAP_ANYWHERE}>
          <Typography variant="sigma" textColor="neutral800">
            {t(`severity.${severity}`)}
          </Typography>
          <Typography variant="omega" fontWeight="bold" textColor="neutral800">
            {t(`problem.${code}.title`, values)}
          </Typography>
          <Typography variant="pi" textColor="neutral800">
            {t(`problem.${code}.remedy`, values)}
          </Typography>
          {field === undefined ? null : toField?.(field, problem)}
        </Flex>
      </WithIcon>
    </Box>
  );
};

/** Problems, each with its remedy and a link to its field. */
export const ProblemList = ({ problems, ...rest }: ProblemListProps) => {
  const t = useTranslation();
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {problems.map((problem) => (
          <ProblemBox
            key={`${problem.code} ${JSON.stringify(problem.params)}`}
            problem={problem}
            {...rest}
          />
        ))}
      </Flex>
      {mayBeMore(problems) ? (
        <Typography tag="p" variant="pi" textColor="neutral700">
          {t('problem.more', { count: MAXIMUM_PER_KIND })}
        </Typography>
      ) : null}
    </Flex>
  );
};

interface EntryProblemsProps {
  entry: { contentType: string; documentId: string; locale: string | null; mayEdit: boolean };
  problems: Problem[];
  timeZone: string;
}

/** Problems of an entry, shown outside its form. */
export const EntryProblems = ({
  entry: { contentType, documentId, locale, mayEdit },
  problems,
  timeZone,
}: EntryProblemsProps) => {
  const t = useTranslation();
  const label = useFieldLabel(contentType);
  return (
    <ProblemList
      problems={problems}
      timeZone={timeZone}
      label={label}
      toField={
        mayEdit
          ? (field, problem) => (
              <DesignLink
                tag={Link}
                to={editField(contentType, documentId, field, locale)}
                state={toPlaceState(placeOf(problem))}
              >
                {t('problem.toField', { field: label(field) })}
              </DesignLink>
            )
          : undefined
      }
    />
  );
};
