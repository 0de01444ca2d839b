import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import type { SlugPreview } from './admin-api';
import { SLUG_PATTERN } from '../feed/addresses';
import { editionOf } from '../options/locales';
import { pathOfKey } from '../mapping/entry-path';
import { patternOf } from '../mapping/plan-parts';
import { documentLocale, slugLocale } from '../mapping/slugs';
import { SLUGGED_TYPES } from '../constants';
import type { SavedSlug } from '../own-types/slugs';
import { openPanel, type Panel } from './panel';
import { mayWriteType } from './rights';
import { locale, read, typedText } from './requests';

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
 * The entry a form belongs to. By its slug, since a form in a dialog of the Content Manager does
 * not know its document id.
 *
 * @param restrict leaves of a query what the user may read
 */
const findSaved = async (
  strapi: Core.Strapi,
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

type SlugForm = z.output<typeof slugSchema>;

/** Which slug and address an entry gets when it is saved as it stands in the form. */
const previewSlug = async (
  panel: Panel,
  form: SlugForm,
  restrict: (query: object) => Promise<object>,
): Promise<SlugPreview> => {
  const { strapi, slugs } = panel;
  const { contentType } = form;
  const saved = await findSaved(strapi, form, restrict);
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

/** What this needs of the Content Manager's service, which Strapi does not type. */
interface PermissionChecker {
  can: { read: () => boolean };
  sanitizedQuery: { read: (query: object) => Promise<object> };
}

export const slugsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Says which address an entry will have, to whoever may write entries of its type. */
  async preview(ctx: Context): Promise<void> {
    const form = read(slugSchema, ctx.request.body);
    const { userAbility } = ctx.state;
    if (!mayWriteType(strapi, userAbility, form.contentType)) throw new errors.ForbiddenError();
    const checker: PermissionChecker = strapi
      .plugin('content-manager')
      .service('permission-checker')
      .create({ userAbility, model: form.contentType });
    // Without the permission there is nothing that Strapi's query is narrowed by.
    const known = checker.can.read() ? form : { ...form, saved: undefined };
    const panel = await openPanel(strapi);
    const restrict = (query: object) => checker.sanitizedQuery.read(query);
    ctx.body = { data: await previewSlug(panel, known, restrict) };
  },
});
