import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { Problem } from '../../../../src/content/problem';
import { useFieldLabel } from '../../shared/names';
import { ProblemTitle } from '../../shared/problem-list';
import { useTranslation } from '../../shared/use-translation';
import type { Choice } from './choices';
import { useLatestPreview } from './kept';

/** What is asked before an entry is published. */
export interface Asked {
  /** Key of the entry. */
  entry: string;
  /** Whether this goes out. */
  broken: Problem[];
  /** Whether subscribers are told. */
  asksToTell: boolean;
  /** What was chosen already. */
  choice: Choice | undefined;
}

interface QuestionProps {
  asked: Asked;
  onAnswer: (choice: Choice | undefined) => Promise<void>;
  onClose: () => void;
}

/** Asks before an entry is published: whether what is broken goes out, and whether subscribers are told. */
export const Question = ({
  asked: { entry, broken, asksToTell, choice },
  onAnswer,
  onClose,
}: QuestionProps) => {
  const t = useTranslation();
  const { contentType = '', preview } = useLatestPreview(entry) ?? {};
  const label = useFieldLabel(contentType);
  const [isBusy, setIsBusy] = React.useState(false);
  const answer = async (made: Choice | undefined): Promise<void> => {
    setIsBusy(true);
    try {
      await onAnswer(made);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={3}>
          {broken.map((problem) => (
            <Typography
              key={problem.code + JSON.stringify(problem.params)}
              tag="p"
              fontWeight="bold"
              textColor="danger700"
            >
              <ProblemTitle problem={problem} timeZone={preview?.timeZone ?? 'UTC'} label={label} />
            </Typography>
          ))}
          {asksToTell
            ? (['tell', 'quietly'] as const).map((name) => (
                <Typography key={name} tag="p" textColor="neutral800">
                  {t(`republishing.${name}.explained`)}
                </Typography>
              ))
            : null}
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" disabled={isBusy} onClick={onClose}>
          {t('republishing.cancel')}
        </Button>
        {asksToTell ? (
          <Flex gap={2} wrap="wrap" justifyContent="flex-end">
            <Button variant="secondary" disabled={isBusy} onClick={() => answer('quietly')}>
              {t('republishing.no')}
            </Button>
            <Button disabled={isBusy} onClick={() => answer('tell')}>
              {t('republishing.yes')}
            </Button>
          </Flex>
        ) : (
          <Button variant="danger" loading={isBusy} onClick={() => answer(choice)}>
            {t('publishing.anyway')}
          </Button>
        )}
      </Modal.Footer>
    </>
  );
};
