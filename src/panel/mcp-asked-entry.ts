import type { Core } from '@strapi/strapi';
import { errors, z } from '@strapi/utils';

import { documentLocale } from '../mapping/slugs';
import type { ReadEntry } from '../mapping/values';
import type { ArticlePreview } from './admin-api';
import type { ToolUser } from './mcp-tool';
import { openPanel, type Panel, panelOf } from './panel';
import type { PreviewForm } from './preview-form';
import { findPreview } from './previews';
import { isName } from './requests';

interface AskedEntry {
  contentType: string;
  documentId: string;
  locale?: string;
}

/** Parts of the Content Manager's services that this asks, which Strapi does not type. */
interface PermissionChecker {
  can: { read: (entity?: object) => boolean };
  sanitizedQuery: { read: (query: object) => Promise<object> };
  sanitizeOutput: (document: object) => Promise<ReadEntry>;
}

type PopulateBuilder = (uid: string) => {
  populateFromQuery: (query: object) => {
    populateDeep: (depth: number) => { countRelations: () => { build: () => Promise<object> } };
  };
};

/**
 * The draft of an entry as the form of the Content Manager begins with it: without the fields that the
 * user may not read.
 *
 * @throws NotFoundError where there is none for the user
 */
const readForm = async (
  strapi: Core.Strapi,
  { contentType, documentId, locale: asked }: AskedEntry,
  { userAbility }: ToolUser,
): Promise<PreviewForm> => {
  const contentManager = strapi.plugin('content-manager');
  const checker: PermissionChecker = contentManager
    .service('permission-checker')
    .create({ userAbility, model: contentType });
  const populateBuilder = contentManager.service('populate-builder') as unknown as PopulateBuilder;
  const locale = await documentLocale(strapi, contentType, asked);
  const find = async (): Promise<object | null> => {
    // What conditions look at, "is creator" for example.
    const query = await checker.sanitizedQuery.read({});
    const populate = populateBuilder(contentType).populateFromQuery(query).populateDeep(Infinity);
    return contentManager.service('document-manager').findOne(documentId, contentType, {
      populate: await populate.countRelations().build(),
      locale,
      status: 'draft',
    });
  };
  const saved = checker.can.read() ? await find() : null;
  if (!saved || !checker.can.read(saved)) {
    const place = locale === undefined ? contentType : `${contentType} in the locale "${locale}"`;
    throw new errors.NotFoundError(
      `There is no entry with this document id in ${place}, or the token may not read it.`,
    );
  }
  const values = await checker.sanitizeOutput(saved);
  return { contentType, documentId, locale: locale ?? null, values };
};

interface PreviewedEntry {
  panel: Panel;
  form: PreviewForm;
  preview: ArticlePreview;
}

/** The preview of a saved draft, as the panel shows it beside the form. */
export const previewSaved = async (
  strapi: Core.Strapi,
  asked: AskedEntry,
  user: ToolUser,
): Promise<PreviewedEntry> => {
  const form = await readForm(strapi, asked, user);
  const panel = await openPanel(strapi);
  const preview = await findPreview(panel, form, user);
  // The input takes content types that are published, and no others.
  return { panel, form, preview: preview! };
};

/** Which entry an answer is about. */
export const nameOf = ({ contentType, documentId = '', locale }: PreviewForm) => ({
  contentType,
  documentId,
  locale,
});

const text = (longest: number) =>
  z.string().min(1).max(longest).refine(isName, 'expected no control characters');

/** What a tool about an entry is asked with. */
export const input = (strapi: Core.Strapi) => ({
  contentType: z.enum(panelOf(strapi).plan.sources.map((source) => source.contentType)),
  documentId: text(100),
  locale: text(50)
    .optional()
    .describe('Code of the locale of a localised entry; the default one where it is left out'),
});

export const nullableText = () => z.string().nullable();

/** `nameOf`, as the output has it. */
export const name = () => ({
  contentType: z.string(),
  documentId: z.string(),
  locale: nullableText(),
});
