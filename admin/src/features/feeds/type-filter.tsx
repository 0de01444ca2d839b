import { useQueryParams } from '@strapi/strapi/admin';
import { SingleSelect, SingleSelectOption } from '@strapi/design-system';

import type { FeedPage } from '../../../../src/panel/admin-api';
import { useTranslation } from '../../shared/use-translation';

/** The choice of all: the select takes an empty value for none. */
const ALL = 'all';

/** Shows the feeds of one content type alone. */
export const TypeFilter = ({ types }: Pick<FeedPage, 'types'>) => {
  const t = useTranslation();
  const [{ query }, setQuery] = useQueryParams<{ type?: string; page?: number }>();
  return (
    <SingleSelect
      size="S"
      aria-label={t('feeds.type')}
      value={query.type || ALL}
      onChange={(type) =>
        setQuery({ type: type === ALL ? '' : String(type), page: 1 }, 'push', true)
      }
    >
      <SingleSelectOption value={ALL}>{t('feeds.type.all')}</SingleSelectOption>
      {types.map(({ contentType, name }) => (
        <SingleSelectOption key={contentType} value={contentType}>
          {name}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
};
