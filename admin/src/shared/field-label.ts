import * as React from 'react';
import { useIntl } from 'react-intl';

import { ownLabels } from './translations';

/** Names a field of a form as the form does: by its path, `seo.metaTitle`. */
export type FieldLabel = (field: string) => string;

/**
 * Labels of the fields of a content type.
 *
 * @param configured labels as the Content Manager keeps them, where they are known
 */
export const useFieldLabel = (
  contentType: string,
  configured: Readonly<Record<string, { label?: string } | undefined>> = {},
): FieldLabel => {
  const { formatMessage } = useIntl();
  return React.useCallback(
    (field) => {
      const [name = '', ...rest] = field.split('.');
      // As the Content Manager translates its labels.
      const id = `content-manager.content-types.${contentType}.${name}`;
      const defaultMessage = configured[name]?.label || ownLabels[id] || name;
      return [formatMessage({ id, defaultMessage }), ...rest].join(' › ');
    },
    [formatMessage, contentType, configured],
  );
};
