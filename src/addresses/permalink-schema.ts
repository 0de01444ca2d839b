/**
 * The addresses that entries have been published at. The first row of an entry is its guid for ever;
 * the later ones tell where an old address leads. Rows outlive their entry on purpose.
 */
export default {
  kind: 'collectionType',
  collectionName: 'syndication_permalinks',
  info: { singularName: 'permalink', pluralName: 'permalinks', displayName: 'Permalink' },
  options: { draftAndPublish: false },
  pluginOptions: {
    'content-manager': { visible: false },
    'content-type-builder': { visible: false },
  },
  attributes: {
    /** Content type of the entry, as Strapi's unique identifier. */
    contentType: { type: 'string', required: true },
    /** Document id of the entry. */
    entry: { type: 'string', required: true },
    slug: { type: 'string', required: true },
    /** The absolute address at the time; its path alone while the host is provisional. */
    url: { type: 'text', required: true },
    /** Whether the host follows the base address. Null in rows of 0.1.0, which are absolute. */
    provisional: { type: 'boolean' },
    /**
     * In the first row of an entry, since when readers can see it where that is not since the row was
     * made: the entry was dated in the future, or withdrawn before its date came.
     */
    visibleFrom: { type: 'datetime' },
    /**
     * In the first row of an entry, when subscribers were last told of it. Null where nobody noted it,
     * as before 0.2.0: it is the moment of the last change then.
     */
    toldAt: { type: 'datetime' },
  },
  indexes: [
    { name: 'syndication_permalinks_entry_index', columns: ['content_type', 'entry'] },
    { name: 'syndication_permalinks_slug_index', columns: ['content_type', 'slug'] },
    { name: 'syndication_permalinks_provisional_index', columns: ['provisional'] },
  ],
} as const;
