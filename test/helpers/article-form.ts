import { ARTICLE_UID } from '../../src/constants';

interface Shorthand {
  documentId?: string;
  copyOf?: string;
  /** Document ids of tags that were added and taken away since the article was saved. */
  tags?: { added: (string | undefined)[]; removed: (string | undefined)[] };
  [field: string]: unknown;
}

const links = (ids: (string | undefined)[]) => ids.map((documentId) => ({ documentId }));

/** What the panel sends of a saved article, be it empty. */
const SAVED = {
  ...{ date: null, summary: null, body: null, author: null, cover: null, attachment: null },
  ...{ keepOutOfFeeds: false, tags: { connect: [], disconnect: [] } },
};

/** The form of an article as the panel sends it, to be previewed. */
export const articleForm = ({ documentId, copyOf, tags, ...values }: Shorthand) => ({
  contentType: ARTICLE_UID,
  documentId,
  copyOf,
  values: {
    ...(documentId !== undefined && SAVED),
    ...values,
    ...(tags && { tags: { connect: links(tags.added), disconnect: links(tags.removed) } }),
  },
});
