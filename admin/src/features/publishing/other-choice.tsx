import { Modal, TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';

import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { choices, LABELS } from './choices';
import { settledPreview } from './latest-preview';
import { latestPublish, usePublish } from './latest-publish';
import { mustAsk, Question } from './question';
import { type Choice, publishAs } from './send-choice';

/** For whom the other choice is. */
const LEADS: Record<Choice, TranslationKey> = {
  quietly: 'republishing.typo',
  tell: 'republishing.news',
};

/** Publishes otherwise than "Publish" does: quietly, or so that subscribers are told. */
export const OtherChoice = ({ entry }: { entry: string }) => {
  const t = useTranslation();
  const publish = usePublish(entry);
  const [isAsking, setIsAsking] = React.useState(false);
  const { other } = choices(publish?.republishing ?? 'ask');
  if (!publish || publish.disabled || !other) return null;
  const choose = async (): Promise<void> => {
    await settledPreview(entry);
    const isDone =
      !mustAsk(entry, other) && (await publishAs(other, () => latestPublish(entry)?.onClick?.()));
    setIsAsking(!isDone && latestPublish(entry)?.dialog !== undefined);
  };
  return (
    <>
      <Typography variant="pi">{t(LEADS[other])}</Typography>{' '}
      <TextButton type="button" onClick={choose} style={{ display: 'inline' }}>
        {t(LABELS[other])}
      </TextButton>
      <Modal.Root open={isAsking} onOpenChange={setIsAsking}>
        <Modal.Content>
          <Modal.Header>
            <Modal.Title>{t('publishing.anyway.title')}</Modal.Title>
          </Modal.Header>
          <Question entry={entry} choice={other} onClose={() => setIsAsking(false)} />
        </Modal.Content>
      </Modal.Root>
    </>
  );
};
