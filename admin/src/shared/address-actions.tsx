import { useClipboard, useNotification } from '@strapi/strapi/admin';
import { Flex, IconButton } from '@strapi/design-system';
import { Duplicate, ExternalLink } from '@strapi/icons';

import { useTranslation } from './use-translation';

/** Copies a text and says so. */
export const useCopy = (): ((text: string) => Promise<void>) => {
  const t = useTranslation();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  return async (text) => {
    const copied = await copy(text);
    toggleNotification(
      copied
        ? { type: 'success', message: t('copy.done') }
        : { type: 'warning', message: t('copy.failed') },
    );
  };
};

interface AddressActionsProps {
  address: string;
  /** What is at the address: makes the labels of several buttons distinct. */
  subject: string;
  /** Whether the address does not work yet. */
  isToCome?: boolean;
}

/** Buttons that open and copy an address. */
export const AddressActions = ({ address, subject, isToCome = false }: AddressActionsProps) => {
  const t = useTranslation();
  const copy = useCopy();
  return (
    <Flex gap={1}>
      {isToCome ? null : (
        <IconButton
          tag="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          label={`${t('address.open')}: ${subject}`}
          variant="ghost"
        >
          <ExternalLink />
        </IconButton>
      )}
      <IconButton
        label={`${t('address.copy')}: ${subject}`}
        variant="ghost"
        onClick={() => copy(address)}
      >
        <Duplicate />
      </IconButton>
    </Flex>
  );
};
