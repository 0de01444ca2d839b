import { Button, Flex, LinkButton } from '@strapi/design-system';
import { Duplicate, ExternalLink, PaperPlane } from '@strapi/icons';

import { useCopy } from './address-actions';
import { useTranslation } from './use-translation';

interface AddressButtonsProps {
  /** Absolute. */
  address: string;
  /** What is at the address, in words: tells apart buttons that are called the same. */
  subject: string;
  /** Title by which it is shared. */
  title: string;
}

/** Opens, copies and shares an address; a browser that cannot share offers no button for it. */
export const AddressButtons = ({ address, subject, title }: AddressButtonsProps) => {
  const t = useTranslation();
  const copy = useCopy();
  const canShare = typeof navigator.share === 'function';
  return (
    <Flex gap={1} wrap="wrap">
      <LinkButton
        variant="tertiary"
        size="S"
        href={address}
        target="_blank"
        rel="noreferrer"
        startIcon={<ExternalLink />}
        aria-label={`${t('address.open')}: ${subject}`}
      >
        {t('address.open')}
      </LinkButton>
      <Button
        type="button"
        variant="tertiary"
        size="S"
        startIcon={<Duplicate />}
        onClick={() => copy(address)}
        aria-label={`${t('address.copy')}: ${subject}`}
      >
        {t('address.copy')}
      </Button>
      {canShare ? (
        <Button
          type="button"
          variant="tertiary"
          size="S"
          startIcon={<PaperPlane />}
          onClick={() => {
            // Whoever closes the browser's dialog shares nothing.
            navigator.share({ title, url: address }).catch(() => undefined);
          }}
          aria-label={`${t('address.share')}: ${subject}`}
        >
          {t('address.share')}
        </Button>
      ) : null}
    </Flex>
  );
};
