import { ARTICLE_UID } from '../../src/lib/constants';

interface Shorthand {
  documentId?: string;
  copyOf?: string;
  /** Document ids of tags that were added and taken away since the article was saved. */
  tags?: { added: (string | undefined)[]; removed: (string | undefined)[] };
  [field: string]: unknown;
}

const links = (ids: (string | undefined)[]) => ids.map((documentId) => ({ documentId }));

/** The form of an article as the panel sends it, to be previewed. */
export const articleForm = ({ documentId, copyOf, tags, ...values }: Shorthand) => ({
  contentType: ARTICLE_UID,
  documentId,
  copyOf,
  values: {
    ...values,
    ...(tags && { tags: { connect: links(tags.added), disconnect: links(tags.removed) } }),
  },
});
