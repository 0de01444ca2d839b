import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { z } from 'zod';

import { SLUGGED_TYPES } from '../lib/constants';
import { SLUG_PATTERN } from '../lib/slug';
import { pathOfKey } from '../mapping/address';
import { documentLocale, slugLocale } from '../mapping/document-locales';
import { patternOf } from '../mapping/plan';
import { editionOf } from '../options/locales';
import type { SavedSlug } from '../own-types/slugs';
import type { SlugPreview } from './admin-api';
import { answerWith, locale, type Panel, typedText } from './panel';
import { checkerFor, mayWriteType, type PanelUser } from './rights';

/** Entries with one slug that are looked at; drafts may share one. */
const SAME_SLUG = 20;

const addressOf = (
  { plan, editions }: Panel,
  { contentType, locale }: SlugForm,
  slug: string,
): string | null => {
  const type = [...plan.sources, ...plan.topicTypes].find(
    (candidate) => candidate.contentType === contentType,
  );
  const edition = type && editionOf(editions, type, locale);
  if (!edition || !SLUG_PATTERN.test(slug)) return null;
  return edition.inForce.addresses.entry(pathOfKey(patternOf(edition.plan, contentType), slug));
};

/**
 * The entry a form belongs to, as far as the user may read it. By its slug, since a form in a dialog of the
 * Content Manager does not know its document id.
 */
const findSaved = async (
  strapi: Core.Strapi,
  { contentType, saved, locale: asked }: SlugForm,
  { ability }: PanelUser,
): Promise<SavedSlug | undefined> => {
  if (!saved || saved.slug === '') return undefined;
  const { can, sanitizedQuery } = checkerFor(strapi, ability, contentType);
  // Without the permission there is nothing that Strapi's query is narrowed by.
  if (!can.read()) return undefined;
  const { heading } = SLUGGED_TYPES[contentType]!;
  const locale = await documentLocale(strapi, contentType, asked);
  const query = await sanitizedQuery.read({ filters: { slug: { $eq: saved.slug } } });
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

type SlugForm = z.output<typeof slugSchema>;

/**
 * Which slug and address an entry gets when it is saved as it stands in the form, said to whoever may write
 * entries of its type.
 */
const previewSlug = async (panel: Panel, form: SlugForm, user: PanelUser): Promise<SlugPreview> => {
  const { strapi, slugs } = panel;
  const { contentType } = form;
  if (!mayWriteType(strapi, user.ability, contentType)) throw new errors.ForbiddenError();
  const saved = await findSaved(strapi, form, user);
  const own = saved?.documentId;
  const locale = await slugLocale(strapi, contentType, form.locale);
  const wanted = { ...form, locale, saved };
  const { slug, origin } = await slugs.resolve(wanted);
  const known = own === undefined ? undefined : await slugs.findKnown(contentType, own, locale);
  const isSlug = SLUG_PATTERN.test(slug);
  const isFree = !isSlug || (await slugs.isFree(contentType, slug, { own, locale }));
  return {
    slug,
    origin,
    address: addressOf(panel, form, slug),
    isFree,
    isFormer: isSlug && isFree && (await slugs.isLeading(contentType, slug, { own, locale })),
    suggestion: await slugs.suggest(wanted),
    isKnown: known !== undefined,
    former: known !== undefined && known !== slug ? addressOf(panel, form, known) : null,
  };
};

const text = typedText(10_000);

/** The slug of an entry as it stands in the form. */
const slugSchema = z.object({
  contentType: z.enum(Object.keys(SLUGGED_TYPES) as [string, ...string[]]),
  heading: text,
  slug: text,
  locale,
  /** The entry as it was saved; none for a new one and for a copy. */
  saved: z
    .object({ heading: text, slug: text })
    .nullish()
    .transform((saved) => saved ?? undefined),
});

export const slugs = {
  preview: answerWith(slugSchema, previewSlug),
};
