import type { Core } from '@strapi/strapi';

import type { ArticlePreview, PreviewFeed } from './admin-api';
import { type Article, groupsOf } from '../content/article';
import { lastChange } from '../content/item';
import { renderPlain } from '../content/body';
import { bodySourceOf as bodySourceOf } from '../content/body-source';
import type { Problem, ProblemCode } from '../content/problem';
import { findProblems } from '../content/problems';
import { renderingDeadline, type Renderings } from '../cache/renderings';
import { excerpt } from '../feed/summary';
import { findEffects } from './effects';
import { toItemParts } from './item-parts';
import { findLaterSave } from './later-save';
import { editionOf } from '../options/locales';
import type { PreviewFeeds } from './preview-feeds';
import { createPreviewForms, type PreviewForm, type PreviewReader } from './preview-form';
import { findPublished, isPublic, type PublishedEdition, toSeen } from './preview-published';
import type { FindMissingLinks } from './missing-links';
import { missingOf, reasonsFor, toSeeTo } from './preview-reasons';
import { ONLY_OF_ITEMS, withFields } from './problem-fields';
import type { Rivals } from './rivals';
import { findUnknown } from './unknown-parts';
import type { Feeds } from '../public/feeds';
import type { SettingsStore } from '../options/settings';
import { adjustment } from '../entries/adjustment';
import type { EntryAddresses } from '../entries/entry-addresses';
import { pathOfKey } from '../mapping/entry-path';
import type { Permalinks } from '../addresses/permalinks';
import type { Plan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';
import { SLUGGED_TYPES } from '../mapping/slugged-types';
import type { Slugs } from '../own-types/slugs';
import { type EntryVersion, toVersion } from '../entries/to-article';
import { dateAt, textAt, valueAt } from '../mapping/values';

/** Characters of a full text that the panel shows: it is asked for anew at every pause in typing. */
const SHOWN_CHARACTERS = 200_000;

/** Problems with which nothing is saved that has a slug of the plugin's own. */
const REFUSED = new Set<ProblemCode>(['slug-invalid', 'slug-taken']);

/** What of the site in a locale shows what subscribers get there. */
interface PreviewedEdition extends PublishedEdition {
  entryAddresses: EntryAddresses;
  settings: SettingsStore;
  feeds: Feeds;
  previewFeeds: PreviewFeeds;
}

interface PreviewParts {
  plan: Plan;
  /** The site in each of its locales, the main one first. */
  editions: readonly [PreviewedEdition, ...PreviewedEdition[]];
  slugs: Slugs;
  permalinks: Permalinks;
  renderings: Renderings;
  rivals: Pick<Rivals, 'find'>;
  findMissingLinks: FindMissingLinks;
}

/** Shows editors what subscribers will get. */
export const createPreviews = (
  strapi: Core.Strapi,
  { plan, editions, slugs, permalinks, renderings, rivals, findMissingLinks }: PreviewParts,
) => {
  const forms = createPreviewForms(strapi, { slugs, plan });

  return {
    /**
     * What subscribers will get of an entry, by the code that renders the feeds; null for a type that is
     * not published. What the user may not read counts as not there.
     */
    async ofEntry(
      given: PreviewForm,
      now: Date,
      reader: PreviewReader,
    ): Promise<(ArticlePreview & { problems: Problem[] }) | null> {
      const source = plan.sources.find(({ contentType }) => contentType === given.contentType);
      if (!source) return null;
      const { contentType, address, hasDrafts, isPage = false } = source;
      const form = await forms.complete(source, given, reader);
      // In a locale that is not published, it is shown as it would be in the main one.
      const edition = editionOf(editions, source, form.locale);
      const shownIn = edition ?? editions[0];
      const { addresses, timeZone, language, excerptCharacters, republishing } =
        await shownIn.settings.get();
      const [read, saved, firstPublication] = await Promise.all([
        forms.readRow(source, form, reader),
        findPublished(shownIn, source, form, reader),
        form.documentId === undefined
          ? undefined
          : permalinks.findFirstPublication(contentType, form.documentId, form.locale ?? ''),
      ]);
      const { row, unpublished } = read;
      const savedAt = dateAt(row, ['updatedAt']);
      const published = edition && saved && isPublic(saved, now) ? saved : undefined;
      const version = toVersion(source, plan, row);
      const date = version.date ?? firstPublication;
      const unknown = findUnknown(source, form, read);
      const known = published ? unknown.fill<EntryVersion>(version, published) : version;
      const { keepOut } = source;
      const isKeptOut =
        keepOut !== undefined &&
        (unknown.isLeftOut(keepOut)
          ? (published?.isKeptOut ?? false)
          : Boolean(valueAt(form.values, keepOut)));
      const slug = address.parts.flatMap((path) =>
        typeof path === 'string' || ownField(path) === undefined || path[0] === 'documentId'
          ? []
          : (textAt(row, path) ?? ''),
      )[0];
      const article: Article = {
        ...version,
        title: version.title ?? '',
        path: version.path ?? pathOfKey(address, slug || (form.documentId ?? '')),
        date: date ?? now,
        updatedAt: now,
        adjust: adjustment(source, row, () => {}),
      };
      const link = addresses.entry(article.path);
      const [[item], body] = await Promise.all([
        shownIn.feeds.toItems([article], { content: 'full', detailed: true }),
        renderings.body(article.body ?? '', link, renderingDeadline()),
      ]);
      const rendered = body ?? renderPlain(bodySourceOf(article.body ?? ''));
      const shown = (item!.contentHtml?.length ?? 0) > SHOWN_CHARACTERS ? {} : item!;

      const missingAddress = missingOf(source, read);
      const isPlaced = missingAddress.length === 0 || article.title.trim() === '';
      const hasAddress = version.path !== undefined;
      const listed: PreviewFeed[] = isPage
        ? []
        : await shownIn.previewFeeds.find(source, {
            now: published && !published.isKeptOut ? groupsOf(published) : null,
            next: isKeptOut || !isPlaced || !edition ? null : groupsOf(known),
          });
      const publicLink = published ? addresses.entry(published.path!) : null;
      const missing = await findMissingLinks([{ ...rendered.references, link, isPage }], now);
      // An entry that the user may not read whole could be its own rival.
      const rival =
        hasAddress && form.documentId === given.documentId
          ? await rivals.find(shownIn, source, article.path, form, now)
          : {};
      const problems = findProblems({
        article,
        hasAttachment: Boolean(article.attachment),
        summary: item!.summary,
        body: rendered,
        link,
        slug,
        ...rival,
        // Only who may write learns which slugs drafts have.
        isSlugTaken: rival.isSlugTaken && reader.mayWrite(contentType),
        missingAddress,
        unpublished,
        missingLinks: missing.links[0],
        hiddenTopics: version.hiddenTopics?.map(({ name, field }) => ({ name, field })),
        // What is not public yet can move without any subscriber noticing.
        published:
          published && hasAddress ? { date: published.date!, link: publicLink! } : undefined,
        now,
        language,
      });
      // What is not saved changes nothing for anybody. The form has a text that is no date while that is
      // not complete.
      const isRefused =
        (version.date === undefined &&
          source.date &&
          (valueAt(form.values, source.date) ?? null) !== null) ||
        (contentType in SLUGGED_TYPES && problems.some(({ code }) => REFUSED.has(code)));
      return {
        isPage,
        language: edition && editions.length > 1 ? language : null,
        isPublicAtOnce: !hasDrafts,
        feeds: listed,
        reasons: reasonsFor(source, read, {
          isInLanguage: edition !== undefined,
          isPublished: !hasDrafts || saved !== undefined,
          isKeptOut,
          isPlaced,
          date,
          now,
        }),
        nowhere:
          edition && saved && (saved.title === undefined || saved.path === undefined)
            ? [...new Set([...toSeeTo(source, given), ...missingAddress])]
            : null,
        laterSave:
          form.documentId !== undefined && form.loaded && savedAt && savedAt > form.loaded
            ? await findLaterSave(strapi, source, form.documentId, {
                at: savedAt,
                userId: reader.userId,
              })
            : null,
        publicLink,
        lastTold:
          published?.date && !isPage
            ? lastChange({
                date: published.date,
                updatedAt: published.updatedAt ?? published.date,
              }).toISOString()
            : null,
        effects:
          isPlaced && edition && !isRefused
            ? findEffects({
                published: published && toSeen(published, publicLink),
                next: toSeen({ ...known, isKeptOut }, hasAddress ? link : null),
                feeds: listed,
                wasPublic: firstPublication !== undefined,
                isQuiet: republishing === 'quietly',
                isPage,
                now,
              })
            : [],
        item: {
          ...toItemParts(item!, shown),
          title: item!.title,
          link: hasAddress && !isRefused ? item!.link : null,
          date: date?.toISOString() ?? null,
          excerpt: excerpt(item!.summary, excerptCharacters),
          missing: missingAddress,
        },
        timeZone,
        // Of what the user may not read nothing is known to be wrong.
        problems: withFields(source, problems, article.cover).filter(
          ({ code, field }) =>
            !(isPage && ONLY_OF_ITEMS.has(code)) &&
            !unknown.isGuess(code) &&
            !(field !== undefined && unknown.isLeftOut(field.split('.'))),
        ),
      };
    },
  };
};

export type Previews = ReturnType<typeof createPreviews>;
