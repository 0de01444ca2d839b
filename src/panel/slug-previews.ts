import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { z } from 'zod';

import { SLUGGED_TYPES } from '../lib/constants';
import { SLUG_PATTERN } from '../lib/url-paths';
import { pathOfKey } from '../mapping/address';
import { documentLocale } from '../mapping/schemas';
import { patternOf } from '../mapping/plan';
import { editionOf } from '../options/locales';
import type { SavedSlug } from '../own-types/slugs';
import type { SlugPreview } from './admin-api';
import { answerWith, locale, type Panel, savedIdSchema, typedTextSchema } from './panel';
import { mayWriteType, type PanelUser, permittedEntries } from './rights';

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

/** The saved entry of a form, if the user may read its slug and heading. */
const findSaved = async (
  strapi: Core.Strapi,
  { contentType, documentId, locale: asked }: SlugForm,
  { ability }: PanelUser,
): Promise<SavedSlug | undefined> => {
  if (documentId === undefined) return undefined;
  const heading = SLUGGED_TYPES[contentType]!;
  const locale = await documentLocale(strapi, contentType, asked);
  const check = { ability, uid: contentType, action: 'read', fields: ['slug', heading] } as const;
  const entry = { documentId, locale };
  if (!(await permittedEntries(strapi, check, [entry]))(entry)) return undefined;
  const row: Record<string, unknown> | null = await strapi
    .documents(contentType as UID.ContentType)
    .findOne({
      documentId,
      ...(locale !== undefined && { locale }),
      fields: ['slug', heading],
      status: 'draft',
    });
  return row
    ? { documentId, slug: String(row.slug ?? ''), heading: String(row[heading] ?? '') }
    : undefined;
};

type SlugForm = z.output<typeof slugSchema>;

/**
 * Previews the slug and address that an entry would get if its form were saved.
 *
 * @throws ForbiddenError if the user may not write entries of the type
 */
const previewSlug = async (panel: Panel, form: SlugForm, user: PanelUser): Promise<SlugPreview> => {
  const { strapi, slugs } = panel;
  const { contentType } = form;
  if (!mayWriteType(strapi, user.ability, contentType)) throw new errors.ForbiddenError();
  const saved = await findSaved(strapi, form, user);
  const own = saved?.documentId;
  const locale = await documentLocale(strapi, contentType, form.locale);
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
    isFormer: isSlug && isFree && (await slugs.leadsToAnother(contentType, slug, { own, locale })),
    suggestion: await slugs.suggest(wanted),
    isKnown: known !== undefined,
    former: known !== undefined && known !== slug ? addressOf(panel, form, known) : null,
  };
};

const text = typedTextSchema(10_000);

/** The slug and heading in the form of an entry. */
const slugSchema = z.object({
  contentType: z.enum(Object.keys(SLUGGED_TYPES) as [string, ...string[]]),
  heading: text,
  slug: text,
  locale,
  /** Undefined for a new entry and for a copy. */
  documentId: savedIdSchema,
});

export const slugs = {
  preview: answerWith(slugSchema, previewSlug),
};
