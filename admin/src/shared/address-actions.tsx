import { useClipboard, useNotification } from '@strapi/strapi/admin';
import { Flex, IconButton } from '@strapi/design-system';
import { Duplicate, ExternalLink } from '@strapi/icons';
import * as React from 'react';

import { useTranslation } from './use-translation';

/** Copies a text and says so. */
export const useCopy = (): ((text: string) => Promise<void>) => {
  const t = useTranslation();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  return React.useCallback(
    async (text) => {
      const copied = await copy(text);
      toggleNotification(
        copied
          ? { type: 'success', message: t('copy.done') }
          : { type: 'warning', message: t('copy.failed') },
      );
    },
    [copy, t, toggleNotification],
  );
};

interface AddressActionsProps {
  address: string;
  /** What the address belongs to, for those who do not see the row. */
  subject: string;
}

/** Copies or opens the address of a feed. */
export const AddressActions = ({ address, subject }: AddressActionsProps) => {
  const t = useTranslation();
  const copy = useCopy();
  return (
    <Flex gap={1}>
      <IconButton
        label={`${t('copy.address')}: ${subject}`}
        variant="ghost"
        onClick={() => copy(address)}
      >
        <Duplicate />
      </IconButton>
      <IconButton
        tag="a"
        href={address}
        target="_blank"
        rel="noreferrer"
        label={`${t('open.address')}: ${subject}`}
        variant="ghost"
      >
        <ExternalLink />
      </IconButton>
    </Flex>
  );
};
