import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import * as React from 'react';

import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { LatestQuestion, latestPublish, usePublish } from './latest-publish';
import { type Choice, publishAs } from './send-choice';

const EXPLAINED: Record<Choice, TranslationKey> = {
  tell: 'republishing.tell.explained',
  quietly: 'republishing.quietly.explained',
};

interface AskProps {
  /** Key of the entry that is about to be published. */
  entry: string;
  onClose: () => void;
}

/** Asks whether subscribers are told, and publishes; what Strapi asks comes after it. */
export const Ask = ({ entry, onClose }: AskProps) => {
  const t = useTranslation();
  const publish = usePublish(entry);
  const [choice, setChoice] = React.useState<Choice>();
  const isBusy = publish?.loading === true;

  const choose = async (made: Choice): Promise<void> => {
    const isDone = await publishAs(made, () => latestPublish(entry)?.onClick?.());
    if (isDone || !latestPublish(entry)?.dialog) onClose();
    else setChoice(made);
  };

  const confirm = async (made: Choice): Promise<void> => {
    await publishAs(made, () => latestPublish(entry)?.dialog?.onConfirm?.());
    onClose();
  };

  return (
    <>
      <Modal.Body>
        {choice ? (
          <Typography tag="p">
            <LatestQuestion entry={entry} />
          </Typography>
        ) : (
          <Flex direction="column" alignItems="stretch" gap={3}>
            {(['tell', 'quietly'] as const).map((name) => (
              <Typography key={name} tag="p" textColor="neutral800">
                {t(EXPLAINED[name])}
              </Typography>
            ))}
          </Flex>
        )}
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" disabled={isBusy} onClick={onClose}>
          {t('republishing.cancel')}
        </Button>
        {choice ? (
          <Button loading={isBusy} onClick={() => confirm(choice)}>
            {publish?.dialog?.confirmLabel ?? publish?.label}
          </Button>
        ) : (
          <Flex gap={2} wrap="wrap" justifyContent="flex-end">
            <Button variant="secondary" disabled={isBusy} onClick={() => choose('quietly')}>
              {t('republishing.quietly')}
            </Button>
            <Button disabled={isBusy} onClick={() => choose('tell')}>
              {t('republishing.tell')}
            </Button>
          </Flex>
        )}
      </Modal.Footer>
    </>
  );
};
