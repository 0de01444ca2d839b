import { Link as DesignLink } from '@strapi/design-system';
import { Link } from 'react-router-dom';

import type { Problem } from '../../../src/content/problem';
import { editField } from './entry-addresses';
import { useFieldLabel } from './field-label';
import { ProblemList } from './problem-list';
import { placeOf, toPlaceState } from './problem-place';
import { useTranslation } from './use-translation';

interface EntryProblemsProps {
  entry: { contentType: string; documentId: string; locale: string | null; mayEdit: boolean };
  problems: Problem[];
  timeZone: string;
}

/** Problems of an entry, shown elsewhere than beside its form. */
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
