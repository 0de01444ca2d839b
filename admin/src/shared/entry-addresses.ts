import { TAG_UID } from '../../../src/lib/constants';

const COLLECTIONS = '/content-manager/collection-types';

const inLocale = (
  path: string,
  locale: string | null | undefined,
  more: Record<string, string> = {},
): string => {
  const query = new URLSearchParams({
    ...(locale ? { 'plugins[i18n][locale]': locale } : {}),
    ...more,
  }).toString();
  return `${COLLECTIONS}/${path}${query && `?${query}`}`;
};

/** Pages of the Content Manager, as paths of the admin panel. */
export const editEntry = (
  contentType: string,
  documentId: string,
  locale?: string | null,
): string => inLocale(`${contentType}/${documentId}`, locale);
/** The form of a new entry. */
export const createEntry = (contentType: string, locale?: string | null): string =>
  editEntry(contentType, 'create', locale);
export const listEntries = (contentType: string, locale?: string | null): string =>
  inLocale(contentType, locale);
/** The form of an entry with a field in view. */
export const editField = (
  contentType: string,
  documentId: string,
  field: string,
  locale?: string | null,
): string => inLocale(`${contentType}/${documentId}`, locale, { field });
export const listTags = listEntries(TAG_UID);
export const editTag = (documentId: string): string => editEntry(TAG_UID, documentId);

/** Pages of the plugin. */
export const feedPage = (id: string): string => `/plugins/syndication/${encodeURIComponent(id)}`;
export const feedList = '/plugins/syndication';
export const settingsPage = '/settings/syndication';
