import { PassThrough } from 'node:stream';

import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import { TAG_UID } from '../constants';
import { normaliseName } from '../mapping/author-names';
import { documentLocale } from '../mapping/slug-locale';
import { JSON_LINES, type MergeProgress, type TagNamesake } from './admin-api';
import { panelOf } from './panel';
import { type Ability, mayWriteType, permittedEntries } from './permissions/permitted-rows';
import { documentId, locale, read, savedId, typedText } from './requests';

/** Body of an error as Strapi answers it. */
interface ErrorBody {
  error: { status: number; name: string; message: string };
}

/** What Strapi's own middleware makes of an error, which it also logs when the server is to blame. */
const toErrorBody = async (strapi: Core.Strapi, error: unknown): Promise<ErrorBody> => {
  const context = {} as Context;
  const middleware = strapi.middleware('strapi::errors')({}, { strapi })!;
  await middleware(context, () => Promise.reject(error));
  return context.body as ErrorBody;
};

const toLine = (value: object): string => `${JSON.stringify(value)}\n`;

/** Whether a client asks for JSON lines rather than for one document. */
const wantsLines = (ctx: Context): boolean => ctx.accepts('json', JSON_LINES) === JSON_LINES;

/**
 * Answers with JSON lines while work is done: its progress, then `{"data": …}` or `{"error": …}`. The
 * status is 200 whatever comes. The work goes on when the client leaves.
 */
const respondInLines = <Progress extends object>(
  ctx: Context,
  strapi: Core.Strapi,
  work: (onProgress: (progress: Progress) => void) => Promise<object>,
): void => {
  const lines = new PassThrough();
  const write = (value: object): void => {
    // Destroyed when the client leaves.
    if (!lines.destroyed) lines.write(toLine(value));
  };
  ctx.type = JSON_LINES;
  // Neither compressed here or on the way, nor held back by nginx until there is more of it.
  ctx.set('Cache-Control', 'no-store, no-transform');
  ctx.set('X-Accel-Buffering', 'no');
  ctx.body = lines;
  void work(write)
    .then(
      (data) => write({ data }),
      async (error) => write({ error: (await toErrorBody(strapi, error)).error }),
    )
    .finally(() => lines.end());
};

/** Tags that are looked at: several may have one name, and the user may read some of them. */
const TAGS = 50;

interface NamedTag {
  name: string;
  /** Code of the locale that it is written in; null where tags are not localised. */
  locale: string | null;
  /** Document id of the tag itself; undefined for a new one. */
  own: string | undefined;
}

interface Row extends TagNamesake {
  id: number;
}

/** How a name is written with and without capitals: SQLite knows those of ASCII alone. */
const spellingsOf = (name: string): string[] => [
  name,
  name.toUpperCase(),
  name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
  name.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()),
];

/** Another tag that has a name, whatever its capitals and spaces, as far as a user may read it. */
const findNamesake = async (
  strapi: Core.Strapi,
  ability: Ability,
  { name, locale: asked, own }: NamedTag,
): Promise<TagNamesake | null> => {
  const wanted = normaliseName(name);
  if (wanted === '') return null;
  const locale = await documentLocale(strapi, TAG_UID, asked);
  const rows: Row[] = await strapi.db.query(TAG_UID).findMany({
    select: ['id', 'documentId', 'name', 'slug'],
    where: {
      ...(locale !== undefined && { locale }),
      ...(own !== undefined && { documentId: { $ne: own } }),
      $or: [{ name: { $eqi: wanted } }, { name: { $in: [name.trim(), ...spellingsOf(wanted)] } }],
    },
    orderBy: { id: 'asc' },
    limit: TAGS,
  });
  // MariaDB takes letters with and without accents for the same.
  const found = rows.filter((row) => normaliseName(row.name) === wanted);
  const wish = { ability, uid: TAG_UID, action: 'read', fields: ['name', 'slug'] } as const;
  const mayRead = await permittedEntries(strapi, wish, found);
  const namesake = found.find(mayRead);
  return namesake
    ? { documentId: namesake.documentId, name: namesake.name, slug: namesake.slug }
    : null;
};

const into = z.string('the document id of the tag that stays').pipe(documentId.min(1));

const mergeSchema = z.object({ into });

const mergedSchema = z.object({ documentId });

const namesakeSchema = z.object({ name: typedText(300), locale, own: savedId });

export const tagsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Another tag that has the name which somebody types, told to whoever may write tags. */
  async findNamesake(ctx: Context): Promise<void> {
    const named = read(namesakeSchema, ctx.query);
    const { userAbility } = ctx.state;
    if (!mayWriteType(strapi, userAbility, TAG_UID)) throw new errors.ForbiddenError();
    ctx.body = { data: await findNamesake(strapi, userAbility, named) };
  },

  /** What a merge of the tag of the path into another would do. */
  async previewMerge(ctx: Context): Promise<void> {
    const { into } = read(mergeSchema, ctx.query);
    const { documentId: from } = read(mergedSchema, ctx.params);
    ctx.body = { data: await panelOf(strapi).tagMerge.preview(from, into) };
  },

  /** Merges the tag of the path into another, which is answered with; in lines, with its progress. */
  async merge(ctx: Context): Promise<void> {
    const { into } = read(mergeSchema, ctx.request.body);
    const { documentId: from } = read(mergedSchema, ctx.params);
    const { tagMerge } = panelOf(strapi);
    if (wantsLines(ctx)) {
      respondInLines<MergeProgress>(ctx, strapi, (onProgress) =>
        tagMerge.merge(from, into, onProgress),
      );
      return;
    }
    ctx.body = { data: await tagMerge.merge(from, into) };
  },
});
