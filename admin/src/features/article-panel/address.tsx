import { Typography } from '@strapi/design-system';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import type { FieldLabel } from '../../shared/field-label';
import { useTranslation } from '../../shared/use-translation';

interface AddressProps {
  preview: Pick<ArticlePreview, 'item' | 'problems'>;
  label: FieldLabel;
}

/** Where the entry is or will be, or what its address lacks. */
export const Address = ({ preview: { item, problems = [] }, label }: AddressProps) => {
  const t = useTranslation();
  const lacking = (): string => {
    if (item.missing.length > 0) {
      return t('panel.item.addressNeeds', { fields: item.missing.map(label).join(', ') });
    }
    if (problems.some(({ code }) => code === 'slug-taken')) return t('slug.taken.article');
    return t(item.title ? 'panel.item.noAddress' : 'slug.noHeading.article');
  };
  return (
    <Typography variant="pi" tag="p" textColor={item.link ? 'neutral600' : 'neutral800'}>
      {item.link ?? lacking()}
    </Typography>
  );
};
