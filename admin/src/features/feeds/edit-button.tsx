import { LinkButton } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { Link } from 'react-router-dom';

import { editEntry } from '../../shared/entry-addresses';
import { useTranslation } from '../../shared/use-translation';

interface EditButtonProps {
  article: {
    contentType: string;
    documentId: string;
    locale: string | null;
    title: string;
    mayEdit: boolean;
  };
}

/** The way to an article's entry, for who may change it. */
export const EditButton = ({
  article: { contentType, documentId, locale, title, mayEdit },
}: EditButtonProps) => {
  const t = useTranslation();
  if (!mayEdit) return null;
  return (
    <LinkButton
      tag={Link}
      to={editEntry(contentType, documentId, locale)}
      variant="tertiary"
      size="S"
      startIcon={<Pencil />}
      aria-label={t('feed.edit.label', { title: title || t('panel.item.noTitle') })}
    >
      {t('feed.edit')}
    </LinkButton>
  );
};
