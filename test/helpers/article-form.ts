import { ARTICLE_UID } from '../../src/lib/constants';

interface Shorthand {
  documentId?: string;
  copyOf?: string;
  /** Document ids of tags added and removed since the article was saved. */
  tags?: { added: (string | undefined)[]; removed: (string | undefined)[] };
  [field: string]: unknown;
}

const links = (ids: (string | undefined)[]) => ids.map((documentId) => ({ documentId }));

/** An article's form as the panel sends it for a preview. */
export const articleForm = ({ documentId, copyOf, tags, ...values }: Shorthand) => ({
  contentType: ARTICLE_UID,
  documentId,
  copyOf,
  values: {
    ...values,
    ...(tags && { tags: { connect: links(tags.added), disconnect: links(tags.removed) } }),
  },
});
