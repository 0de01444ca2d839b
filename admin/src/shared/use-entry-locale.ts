import { useQueryParams } from '@strapi/strapi/admin';

/** Code of the locale that an entry is edited in, as the Content Manager has it in its address. */
export const useEntryLocale = (): string | undefined => {
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  return query?.plugins?.i18n?.locale;
};
