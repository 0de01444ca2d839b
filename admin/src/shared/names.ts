import { unstable_useDocumentLayout } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';

import type { FeedRow, PublishedTypes } from '../../../src/panel/admin-api';
import { ownLabels } from './translations';
import { useAnswer } from './use-request';
import { useTranslation } from './use-translation';

/** Name of a language in the user's language; the given tag if it is invalid or has no name. */
export const useLanguageName = (): ((language: string) => string) => {
  const { locale } = useIntl();
  return (language) => {
    try {
      return new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language;
    } catch {
      return language;
    }
  };
};

/** Translated name of a content type, as in Strapi's menu. */
export const useTypeName = (): ((name: string) => string) => {
  const { formatMessage } = useIntl();
  return (name) => formatMessage({ id: name, defaultMessage: name });
};

/** Names of the types whose topics choose what subscribers get, if a text shows them; "none" without one. */
export const useContentChoosers = (isShown: boolean): string => {
  const typeName = useTypeName();
  const { data } = useAnswer<PublishedTypes>(isShown ? 'types' : undefined);
  const types = Object.values(data ?? {}).flatMap((type) => type?.topic?.choosesContent ?? []);
  return types.map(typeName).join(', ') || 'none';
};

/** Type and language: "Tag · German". Without a type, the whole site. */
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

/** Label of a field, as in the form; takes a path: `seo.metaTitle`. */
export type FieldLabel = (field: string) => string;

/**
 * Labels of the fields of a content type.
 *
 * @param configured labels of the Content Manager, if known
 */
export const useFieldLabel = (
  contentType: string,
  configured: Readonly<Record<string, { label?: string } | undefined>> = {},
): FieldLabel => {
  const { formatMessage } = useIntl();
  return (field) => {
    const [name = '', ...rest] = field.split('.');
    // The translation key that the Content Manager uses.
    const id = `content-manager.content-types.${contentType}.${name}`;
    const defaultMessage = configured[name]?.label || ownLabels[id] || name;
    return [formatMessage({ id, defaultMessage }), ...rest].join(' › ');
  };
};

/** Labels of the fields as in the entry's form. */
export const useFormLabel = (contentType: string): FieldLabel => {
  const { edit } = unstable_useDocumentLayout(contentType);
  return useFieldLabel(contentType, edit.metadatas);
};
