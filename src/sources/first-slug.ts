/** Slug of the first document, in the order of the ids, that is among the rows. */
export const firstSlug = (
  documentIds: string[],
  rows: { documentId: string; slug: string }[],
): string | undefined => {
  const slugs = new Map(rows.map(({ documentId, slug }) => [documentId, slug]));
  return slugs.get(documentIds.find((documentId) => slugs.has(documentId)) ?? '');
};
