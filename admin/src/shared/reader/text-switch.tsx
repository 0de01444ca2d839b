import { Button, Flex } from '@strapi/design-system';

import { useTranslation } from '../use-translation';

interface TextSwitchProps {
  isFull: boolean;
  onChange: (isFull: boolean) => void;
}

/** Chooses between the summary of items and their full text. */
export const TextSwitch = ({ isFull, onChange }: TextSwitchProps) => {
  const t = useTranslation();
  return (
    <Flex role="group" aria-label={t('reader.switch')} gap={1} wrap="wrap">
      {[false, true].map((choice) => (
        <Button
          key={String(choice)}
          type="button"
          size="S"
          variant={choice === isFull ? 'secondary' : 'tertiary'}
          aria-pressed={choice === isFull}
          onClick={() => onChange(choice)}
        >
          {choice ? t('reader.full') : t('reader.summary')}
        </Button>
      ))}
    </Flex>
  );
};
