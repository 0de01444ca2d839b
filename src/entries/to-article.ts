import {
  type Article,
  type ArticleAuthor,
  type ArticleTopic,
  type Attachment,
  type Cover,
  type Episode,
  type HiddenTopic,
  type ItemContent,
  type Meta,
  type SearchMeta,
  toBody,
  type Topic,
} from '../content/article';
import { EPISODE_TYPES } from '../feed/podcast';
import { entryPath, type FieldPath } from '../mapping/address';
import {
  type Plan,
  type PodcastPlan,
  type SourcePlan,
  type TopicPlan,
  type TopicRelation,
} from '../mapping/plan';
import { localeMark } from '../options/locales';
import {
  dateAt,
  dateOf,
  firstText,
  fullNamesAt,
  heldAt,
  nameAt,
  namesOfPeople,
  peopleOf,
  pictureAt,
  type ReadEntry,
  recordingAt,
  rowsAt,
  textAt,
  untilOf,
  valueAt,
  isValueType,
  topicOfValue,
  topicsByValue,
} from '../mapping/values';

/** Whether readers may not know of a topic. */
export const isHidden = ({ hidden }: TopicPlan, row: ReadEntry): boolean =>
  hidden !== undefined && Boolean(valueAt(row, hidden));

/** A topic as its articles name it; undefined for one without a name or an address. */
const toArticleTopic = (plan: TopicPlan, row: ReadEntry): ArticleTopic | undefined => {
  const path = entryPath(plan.address, (field) => valueAt(row, field));
  const name = nameAt(row, plan);
  const slug = textAt(row, plan.slug);
  const title = plan.title && textAt(row, plan.title);
  // A topic without an address is linked nowhere: rows may come from an import.
  if (path === undefined || name === undefined || slug === undefined) return undefined;
  return {
    contentType: plan.contentType,
    ...(plan.isOfAuthors && { isAuthor: true }),
    documentId: String(row.documentId),
    name,
    slug,
    // Authors are named as they write themselves; names of other topics may get capital initials.
    title: title?.trim() || !plan.isOfAuthors ? title : name,
    directory: plan.address.directory,
    path,
  };
};

/** Undefined for anything but an integer. */
const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;

const toContent = (value: unknown): ItemContent | undefined =>
  value === 'full' || value === 'summary' ? value : undefined;

/** A topic of a row; undefined in the same cases as `toArticleTopic`. */
export const toTopic = (plan: TopicPlan, row: ReadEntry): Topic | undefined => {
  const named = toArticleTopic(plan, row);
  if (!named) return undefined;
  return {
    ...named,
    id: Number(row.id),
    hidden: isHidden(plan, row),
    description: plan.description && textAt(row, plan.description),
    updatedAt: dateAt(row, ['updatedAt']) ?? new Date(0),
    image: plan.image && (pictureAt(row, [plan.image]) as Cover | undefined),
    itemsPerFeed: plan.itemsPerFeed && toNumber(valueAt(row, plan.itemsPerFeed)),
    content: plan.content && toContent(valueAt(row, plan.content)),
  };
};

/** Most seconds of an episode: a week. */
const MAXIMUM_SECONDS = 7 * 24 * 3_600;

/** Most files with a transcript: one for each format. */
const MOST_TRANSCRIPTS = 10;

/** Seconds from a number of them, or from a text such as "1:02:03" or "62:03"; undefined for anything else. */
export const toSeconds = (text: string): number | undefined => {
  const parts = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d+)?)$/.exec(text.trim());
  if (!parts) return undefined;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const all = Math.round(hours! * 3_600 + minutes! * 60 + seconds!);
  return all > 0 && all <= MAXIMUM_SECONDS ? all : undefined;
};

/** The number of an episode or a season: 1 or more. */
const toCount = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;

/** An entry's data as an episode of a podcast. */
export const toEpisode = (
  { duration, episode, season, episodeType, transcript, chapters }: PodcastPlan,
  row: ReadEntry,
): Episode => {
  const text = (path: FieldPath | undefined): string | undefined =>
    path && textAt(row, path)?.trim();
  const type = text(episodeType)?.toLowerCase();
  const files = (path: FieldPath | undefined): Attachment[] =>
    path ? (rowsAt(row, path) as unknown as Attachment[]).slice(0, MOST_TRANSCRIPTS) : [];
  return {
    duration: toSeconds(text(duration) ?? ''),
    number: toCount(text(episode)),
    season: toCount(text(season)),
    type: EPISODE_TYPES.find((one) => one === type),
    transcripts: files(transcript),
    chapters: files(chapters)[0],
  };
};

/** Whether an entry is kept out of all listings. */
export const isKeptOut = ({ keepOut }: SourcePlan, row: ReadEntry): boolean =>
  keepOut !== undefined && Boolean(valueAt(row, keepOut));

/** What a topic of an entry is made by. */
type TopicPlans = Pick<Plan, 'topicTypes' | 'valueTypes' | 'locales'>;

/**
 * Whether a topic is in another language than its entry's site. Strapi links an entry without a locale, which belongs to
 * the main one, to the row that an editor picked.
 */
const isForeign = (
  { isLocalised }: SourcePlan,
  type: TopicPlan,
  { locales }: TopicPlans,
  topic: ReadEntry,
): boolean =>
  !isLocalised &&
  type.isLocalised &&
  typeof topic.locale === 'string' &&
  localeMark(locales, topic.locale) !== '';

/** The topics of an entry, each once: those that readers may know of, and the hidden ones. */
const toTopics = (
  source: SourcePlan,
  plan: TopicPlans,
  row: ReadEntry,
): { topics: ArticleTopic[]; hiddenTopics: HiddenTopic[] } => {
  const { topicTypes, valueTypes = [] } = plan;
  const topics = new Map<string, ArticleTopic>();
  const hiddenTopics: HiddenTopic[] = [];
  const add = (topic: ArticleTopic | undefined): void => {
    // Of two spellings of a value, the first.
    if (topic && !topics.has(topic.path)) topics.set(topic.path, topic);
  };
  for (const { field, contentType, isOfAuthors } of source.topics) {
    const type = topicTypes.find((topicType) => topicType.contentType === contentType);
    for (const topic of type ? rowsAt(row, [field]) : []) {
      if (isForeign(source, type!, plan, topic)) continue;
      if (isHidden(type!, topic)) {
        const documentId = String(topic.documentId);
        hiddenTopics.push({ contentType, documentId, name: nameAt(topic, type!) ?? '', field });
      } else if (!isOfAuthors) add(toArticleTopic(type!, topic));
    }
  }
  for (const { contentType, name } of topicsByValue(source, (path) => heldAt(row, path))) {
    const type = valueTypes.find((candidate) => candidate.contentType === contentType);
    add(type && topicOfValue(type, name));
  }
  return { topics: [...topics.values()], hiddenTopics };
};

/** The topics of an entry that is in no listing: topics that are values may have no page. */
export const withoutValues = (topics: readonly ArticleTopic[]): ArticleTopic[] =>
  topics.filter(({ contentType }) => !isValueType(contentType));

/** The authors that a relation leads to, as far as readers may know of them. */
const toAuthors = (
  source: SourcePlan,
  plan: TopicPlans,
  { field, contentType }: TopicRelation,
  row: ReadEntry,
): ArticleAuthor[] => {
  const type = plan.topicTypes.find((one) => one.contentType === contentType);
  if (!type) return [];
  return rowsAt(row, [field]).flatMap((author): ArticleAuthor[] => {
    const name = nameAt(author, type)?.trim();
    if (!name || isHidden(type, author)) return [];
    const topic = isForeign(source, type, plan, author) ? undefined : toArticleTopic(type, author);
    return [topic ? { name: topic.title?.trim() || name, topic } : { name }];
  });
};

/** Whether a path begins with a relation to authors, who may have pages. */
const leadsToAuthors = ({ topics }: Pick<SourcePlan, 'topics'>, [field]: FieldPath): boolean =>
  topics.some((relation) => relation.isOfAuthors && relation.field === field);

/** The authors of an entry: all that relations lead to, or else all named in the first field that names somebody. */
const toAuthor = (
  source: SourcePlan,
  plan: TopicPlans,
  row: ReadEntry,
): Pick<Article, 'author' | 'authors'> => {
  const found = source.topics.flatMap((relation) =>
    relation.isOfAuthors ? toAuthors(source, plan, relation, row) : [],
  );
  const authors = [
    ...new Map(found.map((author) => [author.topic?.path ?? author.name, author])).values(),
  ];
  if (authors.length > 0) return { author: joinNames(authors), authors };
  const names = source.author.filter((path) => !leadsToAuthors(source, path));
  for (const [path = [], ...further] of namesOfPeople(names)) {
    const people =
      path.length + further.length > 1
        ? fullNamesAt(row, [path, ...further])
        : peopleOf(row[path[0]!]);
    const found = people ?? [firstText(row, [path]) ?? []].flat();
    // A person in several languages is one.
    const named = [...new Set(found)].map((name) => ({ name }));
    if (named.length > 0)
      return { author: joinNames(named), ...(named.length > 1 && { authors: named }) };
  }
  return { author: undefined };
};

/** Names of some authors, as a text. */
const joinNames = (authors: ArticleAuthor[]): string => authors.map(({ name }) => name).join(', ');

/** Path of an entry below the base address; undefined for one that has no address. */
export const pathOf = ({ address }: SourcePlan, row: ReadEntry): string | undefined =>
  entryPath(address, (field) => valueAt(row, field));

/** The path of an entry that readers may find; undefined without a title or an address. */
export const publicPath = (source: SourcePlan, row: ReadEntry): string | undefined =>
  textAt(row, source.title) === undefined ? undefined : pathOf(source, row);

/** Characters of each text for search engines that are read: search engines show fewer. */
const LONGEST_META = 2_000;

const metaTextAt = (row: ReadEntry, path: FieldPath | undefined): string | undefined =>
  (path && firstText(row, [path])?.slice(0, LONGEST_META).trim()) || undefined;

/** Whether a value is true, or robots rules that leave a page out (`none` is `noindex, nofollow`). */
const isNoindexValue = (value: unknown): boolean =>
  value === true ||
  (typeof value === 'string' && /(?:^|[\s,;:_])(?:noindex|none)(?=[\s,;_]|$)/i.test(value));

/** Whether search engines should leave an entry's page out, and which address they should index instead. */
export const toSearchMeta = ({ meta }: SourcePlan, row: ReadEntry): SearchMeta => ({
  canonical: metaTextAt(row, meta.canonical),
  isNoindex: meta.noindex !== undefined && isNoindexValue(valueAt(row, meta.noindex)),
});

const toMeta = (source: SourcePlan, row: ReadEntry): Meta => ({
  ...toSearchMeta(source, row),
  title: metaTextAt(row, source.meta.title),
  description: metaTextAt(row, source.meta.description),
  image: source.meta.image && (pictureAt(row, [source.meta.image]) as Cover | undefined),
});

/** The body of an entry, from one field or several. */
const bodyOf = ({ plan, paths }: NonNullable<SourcePlan['body']>, row: ReadEntry) => {
  const values = paths.map(([field = '']) => row[field]);
  return toBody(plan, plan.kind === 'several' ? values : values[0]);
};

/** An entry, in which a draft may still lack some parts. */
export type EntryVersion = Omit<Article, 'title' | 'path' | 'date' | 'updatedAt'> &
  Partial<Pick<Article, 'title' | 'path' | 'date' | 'updatedAt'>>;

/** An entry as its mapping reads it; it may be a draft. */
export const toVersion = (source: SourcePlan, plan: TopicPlans, row: ReadEntry): EntryVersion => {
  const { topics, hiddenTopics } = toTopics(source, plan, row);
  return {
    contentType: source.contentType,
    documentId: String(row.documentId),
    locale: source.isLocalised && typeof row.locale === 'string' ? row.locale : '',
    title: textAt(row, source.title),
    path: pathOf(source, row),
    date: dateOf(source, row),
    until: untilOf(source, row),
    updatedAt: dateAt(row, ['updatedAt']),
    summary: firstText(row, source.summary),
    body: source.body && bodyOf(source.body, row),
    ...toAuthor(source, plan, row),
    cover: pictureAt(row, source.cover) as Cover | undefined,
    attachment: source.enclosure && (recordingAt(row, source.enclosure) as Attachment | undefined),
    ...(source.podcast && { episode: toEpisode(source.podcast, row) }),
    topics,
    ...(hiddenTopics.length > 0 && { hiddenTopics }),
    ...(Object.keys(source.meta).length > 0 && { meta: toMeta(source, row) }),
  };
};

/** Dates that the plugin stores for an entry. */
export interface KeptMoments {
  /** Its date, if it has none of its own. */
  date?: Date;
  /** When subscribers were last told of it; undefined if that is when it was changed. */
  told?: Date;
  /** Since when readers can see it. */
  publicSince?: Date;
}

/**
 * An entry for readers, as its mapping reads it.
 *
 * @param row the source's fields as read
 * @returns undefined for an entry without a title, a date or an address: rows may come from an import
 */
export const toArticle = (
  source: SourcePlan,
  plan: TopicPlans,
  row: ReadEntry,
  kept: KeptMoments = {},
): Article | undefined => {
  const { title, path, date = kept.date, updatedAt, ...version } = toVersion(source, plan, row);
  if (path === undefined || title === undefined || date === undefined) return undefined;
  return {
    ...version,
    title,
    path,
    date,
    updatedAt: kept.told ?? updatedAt ?? date,
    publicSince: kept.publicSince,
  };
};
