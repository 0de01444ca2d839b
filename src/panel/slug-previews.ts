import type { Core, UID } from '@strapi/strapi';

import type { SlugPreview } from './admin-api';
import { SLUG_PATTERN } from '../feed/addresses';
import { editionOf, type PublishedLocale } from '../options/locales';
import type { SettingsStore } from '../options/settings';
import { pathOfKey } from '../mapping/entry-path';
import type { Plan } from '../mapping/plan';
import { patternOf } from '../mapping/plan-parts';
import { documentLocale, slugLocale } from '../mapping/slug-locale';
import { SLUGGED_TYPES } from '../mapping/slugged-types';
import type { SavedSlug, Slugs } from '../own-types/slugs';

/** The slug of an entry as it stands in the form. */
export interface SlugForm {
  contentType: string;
  heading: string;
  slug: string;
  /** Code of the locale it is written in; null where the type is not localised. */
  locale: string | null;
  /** The entry as it was saved; none for a new one and for a copy. */
  saved?: { heading: string; slug: string };
}

/** What of the site in a locale tells where its entries are. */
interface LocalisedEdition {
  locale: PublishedLocale | undefined;
  settings: Pick<SettingsStore, 'get'>;
}

/** Entries with one slug that are looked at; drafts may share one. */
const SAME_SLUG = 20;

/** Shows editors which address an entry will have. */
export const createSlugPreviews = (
  strapi: Core.Strapi,
  {
    plan,
    editions,
    slugs,
  }: {
    plan: Plan;
    /** The site in each of its locales, the main one first. */
    editions: readonly [LocalisedEdition, ...LocalisedEdition[]];
    slugs: Slugs;
  },
) => {
  const addressOf = async (
    { contentType, locale }: SlugForm,
    slug: string,
  ): Promise<string | null> => {
    const type = [...plan.sources, ...plan.topicTypes].find(
      (candidate) => candidate.contentType === contentType,
    );
    const edition = type && editionOf(editions, type, locale);
    if (!edition || !SLUG_PATTERN.test(slug)) return null;
    const { addresses } = await edition.settings.get();
    return addresses.entry(pathOfKey(patternOf(plan, contentType), slug));
  };

  /**
   * The entry a form belongs to. By its slug, since a form in a dialog of the Content Manager does
   * not know its document id.
   *
   * @param restrict leaves of a query what the user may read
   */
  const findSaved = async (
    { contentType, saved, locale: asked }: SlugForm,
    restrict: (query: object) => Promise<object>,
  ): Promise<SavedSlug | undefined> => {
    if (!saved || saved.slug === '') return undefined;
    const { heading } = SLUGGED_TYPES[contentType]!;
    const locale = await documentLocale(strapi, contentType, asked);
    const query = await restrict({ filters: { slug: { $eq: saved.slug } } });
    const found: Record<string, unknown>[] = await strapi
      .documents(contentType as UID.ContentType)
      .findMany({
        ...query,
        fields: ['documentId', 'slug', heading],
        status: 'draft',
        limit: SAME_SLUG,
        ...(locale !== undefined && { locale }),
      });
    // A filter by a field the user may not read is left out.
    const rows = found.filter(({ slug }) => slug === saved.slug);
    const row = rows.find((candidate) => candidate[heading] === saved.heading) ?? rows[0];
    return row && { ...saved, documentId: String(row.documentId) };
  };

  return {
    /** Which slug and address an entry gets when it is saved as it stands in the form. */
    async ofForm(
      form: SlugForm,
      restrict: (query: object) => Promise<object>,
    ): Promise<SlugPreview> {
      const { contentType } = form;
      const saved = await findSaved(form, restrict);
      const own = saved?.documentId;
      const locale = await slugLocale(strapi, contentType, form.locale);
      const wanted = { ...form, locale, saved };
      const { slug, origin } = await slugs.resolve(wanted);
      const known = own === undefined ? undefined : await slugs.findKnown(contentType, own, locale);
      const isSlug = SLUG_PATTERN.test(slug);
      return {
        slug,
        origin,
        address: await addressOf(form, slug),
        isFree: !isSlug || (await slugs.isFree(contentType, slug, { own, locale })),
        isFormer: isSlug && (await slugs.isFormer(contentType, slug, { own, locale })),
        suggestion: await slugs.suggest(wanted),
        isKnown: known !== undefined,
        former: known !== undefined && known !== slug ? await addressOf(form, known) : null,
      };
    },
  };
};

export type SlugPreviews = ReturnType<typeof createSlugPreviews>;
