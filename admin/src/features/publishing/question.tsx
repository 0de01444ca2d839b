import { Button, Flex, Modal, TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';

import { useFieldLabel } from '../../shared/names';
import { ProblemTitle } from '../../shared/problem-list';
import { useOnClose } from '../../shared/use-closing';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { type Choice, choicesOf, CHOICE_LABELS, publishAs } from './choices';
import {
  agreeToErrors,
  findErrors,
  isScheduling,
  latestPublish,
  LatestQuestion,
  waitForPreview,
  publishing,
  useLatestPreview,
  usePublish,
} from './kept';

/** Whether a question is necessary before publishing. */
const mustAsk = (entry: string, choice?: Choice): boolean =>
  findErrors(entry).length > 0 ||
  (choice === undefined && latestPublish(entry)?.republishing === 'ask');

/** What had the focus when publishing was asked for. A button loses it while it is disabled, before the question. */
let pressed: Element | null = null;

/**
 * Publishes an entry, unless a question is necessary first.
 *
 * @param choice of the user; without one, the setting's default
 * @returns whether no question is necessary: the entry is published, or its publication is in progress
 */
export const publishUnlessAsked = async (entry: string, choice?: Choice): Promise<boolean> => {
  if (publishing.latest(entry)) return true;
  pressed = document.activeElement;
  publishing.keep(entry, true);
  try {
    await waitForPreview(entry);
    if (mustAsk(entry, choice)) return false;
    const { republishing, onClick } = latestPublish(entry) ?? {};
    const choiceMade = choice ?? (republishing && choicesOf(republishing).first);
    return (await publishAs(choiceMade, () => onClick?.())) === true;
  } finally {
    publishing.keep(entry, undefined);
  }
};

interface QuestionProps {
  /** Key of the entry to publish. */
  entry: string;
  /** The user's choice, if already made. */
  choice?: Choice;
  onClose: () => void;
}

/**
 * Asks before publishing: whether to publish an entry with errors, and whether to notify subscribers.
 * Strapi's own question follows.
 */
export const Question = ({ entry, choice, onClose }: QuestionProps) => {
  const t = useTranslation();
  const publish = usePublish(entry);
  const previewed = useLatestPreview(entry);
  const label = useFieldLabel(previewed?.contentType ?? '');
  const [errors] = React.useState(() => findErrors(entry));
  const [showsStrapi, setShowsStrapi] = React.useState(() => !mustAsk(entry, choice));
  const asksToNotify = choice === undefined && publish?.republishing === 'ask';
  const first = publish?.republishing && choicesOf(publish.republishing).first;
  const [made, setMade] = React.useState(choice ?? first);
  const isBusy = publish?.loading === true;
  useOnClose(undefined, pressed);

  const choose = async (next: Choice | undefined): Promise<void> => {
    agreeToErrors(entry);
    setMade(next);
    const isDone = await publishAs(next, () => latestPublish(entry)?.onClick?.());
    if (isDone || !latestPublish(entry)?.dialog) onClose();
    else setShowsStrapi(true);
  };
  const confirm = async (): Promise<void> => {
    await publishAs(made, () => latestPublish(entry)?.dialog?.onConfirm?.());
    onClose();
  };

  const cancel = (
    <Button variant="tertiary" disabled={isBusy} onClick={onClose}>
      {t('dialog.cancel')}
    </Button>
  );
  if (showsStrapi) {
    return (
      <>
        <Modal.Body>
          <Typography tag="p">
            <LatestQuestion entry={entry} />
          </Typography>
        </Modal.Body>
        <Modal.Footer>
          {cancel}
          <Button loading={isBusy} onClick={confirm}>
            {publish?.dialog?.confirmLabel ?? publish?.label}
          </Button>
        </Modal.Footer>
      </>
    );
  }
  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={3}>
          {errors.map((problem) => (
            <Typography
              key={problem.code + JSON.stringify(problem.params)}
              tag="p"
              fontWeight="bold"
              textColor="danger700"
            >
              <ProblemTitle
                problem={problem}
                timeZone={previewed?.preview?.timeZone ?? 'UTC'}
                label={label}
              />
            </Typography>
          ))}
          {asksToNotify
            ? (['tell', 'quietly'] as const).map((name) => (
                <Typography key={name} tag="p" textColor="neutral800">
                  {t(`republishing.${name}.explained`)}
                </Typography>
              ))
            : null}
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        {cancel}
        {asksToNotify ? (
          <Flex gap={2} wrap="wrap" justifyContent="flex-end">
            <Button variant="secondary" disabled={isBusy} onClick={() => choose('quietly')}>
              {t('republishing.no')}
            </Button>
            <Button disabled={isBusy} onClick={() => choose('tell')}>
              {t('republishing.yes')}
            </Button>
          </Flex>
        ) : (
          <Button variant="danger" loading={isBusy} onClick={() => choose(made)}>
            {t('publishing.anyway', { schedules: String(isScheduling(previewed?.preview)) })}
          </Button>
        )}
      </Modal.Footer>
    </>
  );
};

/** Sentence before the button: when to use the alternative. */
const OTHER_CHOICE_HINTS: Record<Choice, TranslationKey> = {
  quietly: 'republishing.typo',
  tell: 'republishing.news',
};

/** A button that publishes with the alternative to the setting: quietly, or notifying subscribers. */
export const OtherChoiceButton = ({ entry }: { entry: string }) => {
  const t = useTranslation();
  const publish = usePublish(entry);
  const [isAsking, setIsAsking] = React.useState(false);
  const { other } = choicesOf(publish?.republishing ?? 'ask');
  if (!publish || publish.disabled || !other) return null;
  const choose = async (): Promise<void> => {
    const isDone = await publishUnlessAsked(entry, other);
    setIsAsking(!isDone && latestPublish(entry)?.dialog !== undefined);
  };
  return (
    <>
      <Typography variant="pi">{t(OTHER_CHOICE_HINTS[other])}</Typography>{' '}
      <TextButton type="button" onClick={choose} style={{ display: 'inline' }}>
        {t(CHOICE_LABELS[other])}
      </TextButton>
      <Modal.Root open={isAsking} onOpenChange={setIsAsking}>
        <Modal.Content>
          <Modal.Header>
            <Modal.Title>{t('publishing.anyway.title', { schedules: 'false' })}</Modal.Title>
          </Modal.Header>
          <Question entry={entry} choice={other} onClose={() => setIsAsking(false)} />
        </Modal.Content>
      </Modal.Root>
    </>
  );
};
