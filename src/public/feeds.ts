import { ARTICLE_UID, GENERATOR, SITE_UID, TAG_UID } from '../constants';
import type { Article } from '../content/article';
import { toItem } from '../content/item';
import { toImage } from '../content/media';
import { onlyTag, type Selection, selectionName, selectionTitle } from '../content/selection';
import type { FeedPart } from '../feed/addresses';
import { createChannel } from '../feed/channel';
import { combinationId } from '../feed/combination';
import { latest } from '../feed/dates';
import type { FeedFormat } from '../feed/formats';
import { fitFullTexts } from '../feed/full-texts';
import { documentSize, historyOf, stretchOf } from '../feed/history';
import type { Feed, Item } from '../feed/model';
import { topicList } from '../catalogue/catalogue-table';
import type { EntryQuery } from '../catalogue/queries';
import { renderingDeadline, type Renderings } from '../cache/renderings';
import type { ItemContent } from '../options';
import type { SettingsStore } from '../settings';
import type { Articles } from '../sources/articles';
import type { Permalinks } from '../sources/permalinks';

/** Which document of a feed is asked for. */
export interface FeedRequest {
  format: FeedFormat;
  part: FeedPart;
  now: Date;
}

/** The articles of a selection. */
export const selectionQuery = ({ tags, mode }: Selection, now: Date): EntryQuery => ({
  lists: tags.map(({ documentId }) => topicList(TAG_UID, documentId)),
  mode,
  now,
});

interface FeedParts {
  settings: SettingsStore;
  articles: Articles;
  permalinks: Permalinks;
  renderings: Renderings;
}

/** Makes feeds, in the neutral form that each format renders. */
export const createFeeds = ({ settings: store, articles, permalinks, renderings }: FeedParts) => {
  /** Items of articles, with what a format or tag adds to the site's way of showing them. */
  const toItems = async (
    shown: Article[],
    { content, detailed = false }: { content?: ItemContent; detailed?: boolean } = {},
  ): Promise<Item[]> => {
    const settings = await store.get();
    const { addresses, summaryWords, language, baseUrl } = settings;
    const guids = await permalinks.findGuids(
      ARTICLE_UID,
      shown.map(({ documentId }) => documentId),
    );
    const deadline = renderingDeadline();
    const isFull = (content ?? settings.content) === 'full';
    const items = await Promise.all(
      shown.map(async (article) => {
        const link = addresses.article(article.slug);
        const text = article.body ?? '';
        // Without a body there is no fuller text than the summary.
        const isShown = isFull && !(await renderings.isEmpty(text));
        const [summary, body] = await Promise.all([
          renderings.summary(article, { summaryWords, language }, deadline),
          isShown ? renderings.body(text, link, deadline) : undefined,
        ]);
        return toItem(article, {
          link,
          // A row written behind Strapi's back may have no permalink yet.
          guid: guids.get(article.documentId) ?? link,
          summary,
          contentHtml: body?.html,
          language,
          detailed,
          baseUrl,
          tagsUrl: addresses.tags(),
        });
      }),
    );
    return fitFullTexts(items);
  };

  /** Permanent id of a feed: the address of its page at first publication. */
  const findId = async ({ tags, mode }: Selection, link: string): Promise<string> => {
    if (tags.length === 0) {
      return (await permalinks.findGuids(SITE_UID, [SITE_UID])).get(SITE_UID) ?? link;
    }
    const { addresses } = await store.get();
    const documentIds = tags.map(({ documentId }) => documentId);
    const guids = await permalinks.findGuids(TAG_UID, documentIds);
    const ids = tags.map(({ documentId, slug }) => guids.get(documentId) ?? addresses.tag(slug));
    return combinationId(ids, mode);
  };

  /** A document of a feed; null when the feed has no such document. */
  const find = async (
    selection: Selection,
    { format, part, now }: FeedRequest,
  ): Promise<Feed | null> => {
    const settings = await store.get();
    const { addresses, site, baseUrl } = settings;
    const tag = onlyTag(selection);
    const name = selectionName(selection);
    const query = selectionQuery(selection, now);
    const size = documentSize(tag?.itemsPerFeed ?? settings.itemsPerFeed);
    const detailed = format.detailed || settings.itemDetails;
    const address = (other: FeedPart) => addresses.feed(format.fileName, name, other);

    // The document that subscribers poll needs no count when it shows no history.
    const first = 'page' in part && part.page === 1;
    const extent = first && !detailed ? undefined : { count: await articles.count(query), size };
    const stretch = extent ? stretchOf(part, extent) : { start: 0, limit: size };
    if (!stretch) return null;

    const shown = await articles.list({ ...query, ...stretch });
    // There are more combinations than anybody can ask for: only those that say something exist.
    if (shown.length === 0 && selection.tags.length > 1) return null;
    const items = await toItems(shown, {
      content: tag?.content ?? undefined,
      detailed,
    });
    const link = name === undefined ? settings.sitePage : addresses.tag(name);
    const channel = createChannel({
      site,
      tag: selectionTitle(selection, site.language),
      subtitle: tag?.description,
      id: await findId(selection, name === undefined ? addresses.home() : link),
      link,
      feedUrl: address(part),
      items,
      // Nothing to date an empty site by; a fixed moment keeps its bytes the same.
      changed: latest(selection.tags.map(({ updatedAt }) => updatedAt)) ?? new Date(0),
      generator: GENERATOR,
      imageUrl: tag?.image ? toImage(tag.image, baseUrl).url : settings.imageUrl,
      copyright: settings.copyright,
      ttl: settings.ttl,
      stylesheetUrl: settings.feedStylesheet ? addresses.stylesheet() : undefined,
      history: extent && historyOf(part, extent, address),
    });
    return { channel, items };
  };

  /** The document that subscribers poll; there is always one. */
  const findFirst = async (selection: Selection, format: FeedFormat, now: Date): Promise<Feed> => {
    const feed = await find(selection, { format, part: { page: 1 }, now });
    if (!feed) throw new Error('A feed without a first page');
    return feed;
  };

  return {
    toItems,
    find,
    findFirst,
  };
};

export type Feeds = ReturnType<typeof createFeeds>;
