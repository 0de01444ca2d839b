import { unstable_useDocumentLayout } from '@strapi/strapi/admin';
import * as React from 'react';
import { useIntl } from 'react-intl';

import type { FeedRow } from '../../../src/panel/admin-api';
import { ownLabels } from './translations';
import { useTranslation } from './use-translation';

/** What a language is called in the panel's; what was given where that has no name for it, or it is no tag. */
export const useLanguageName = (): ((language: string) => string) => {
  const { locale } = useIntl();
  return React.useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'language' });
    return (language) => {
      try {
        return names.of(language) ?? language;
      } catch {
        return language;
      }
    };
  }, [locale]);
};

/** What a content type is called in the user's language, as Strapi's own menu has it. */
export const useTypeName = (): ((name: string) => string) => {
  const { formatMessage } = useIntl();
  return React.useCallback(
    (name) => formatMessage({ id: name, defaultMessage: name }),
    [formatMessage],
  );
};

/** What something is, and in which language: "Tag · German"; what has no type is of the whole site. */
export const useKindName = (): ((kind: Pick<FeedRow, 'typeName' | 'language'>) => string) => {
  const t = useTranslation();
  const nameOf = useLanguageName();
  const toTypeName = useTypeName();
  return ({ typeName, language }) =>
    [
      typeName === null ? t('feeds.wholeSite') : toTypeName(typeName),
      ...(language === null ? [] : [nameOf(language)]),
    ].join(' · ');
};

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

/** The same as the form of an entry has them. */
export const useFormLabel = (contentType: string): FieldLabel => {
  const { edit } = unstable_useDocumentLayout(contentType);
  return useFieldLabel(contentType, edit.metadatas);
};
