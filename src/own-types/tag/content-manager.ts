/** How the Content Manager shows a tag to an editor who has not arranged it otherwise. */
export default {
  settings: {
    mainField: 'name',
    defaultSortBy: 'name',
    defaultSortOrder: 'ASC',
    pageSize: 20,
    bulkable: true,
    filterable: true,
    searchable: true,
  },
  layouts: {
    list: ['name', 'slug', 'title', 'articles'],
    edit: [
      [
        { name: 'name', size: 6 },
        { name: 'slug', size: 6 },
      ],
      [{ name: 'title', size: 12 }],
      [{ name: 'description', size: 12 }],
      [
        { name: 'image', size: 6 },
        { name: 'itemsPerFeed', size: 6 },
      ],
      [
        { name: 'content', size: 6 },
        { name: 'hidden', size: 6 },
      ],
      [{ name: 'articles', size: 12 }],
    ],
  },
  metadatas: {
    name: {
      edit: { label: 'Name', description: 'Short name, as in a list of tags.' },
      list: { label: 'Name' },
    },
    slug: {
      edit: {
        label: 'Slug',
        description: 'Part of the address /tags/<slug>/: lowercase letters, digits and hyphens.',
      },
      list: { label: 'Slug' },
    },
    title: {
      edit: {
        label: 'Title',
        description:
          'Heading of the listing and the feed. Left empty, it is the name with capital initials ("api" gives "Api").',
      },
      list: { label: 'Title' },
    },
    description: {
      edit: { label: 'Description', description: 'A sentence shown above the listing.' },
      list: { label: 'Description' },
    },
    image: {
      edit: { label: 'Image', description: 'Stands for the tag in feed readers.' },
      list: { label: 'Image' },
    },
    itemsPerFeed: {
      edit: {
        label: 'Articles in a feed',
        description:
          'How many articles the feed holds: at most 1,000, and 0 for that many. Left empty, as many as the site sets.',
      },
      list: { label: 'Articles in a feed' },
    },
    content: {
      edit: {
        label: 'What subscribers get of each article',
        description:
          'Whether subscribers read the summary or the full text. Left empty, what the site sets.',
      },
      list: { label: 'What subscribers get of each article' },
    },
    hidden: {
      edit: {
        label: 'Hidden',
        description: 'The tag has no page and no feed, and readers do not see its name.',
      },
      list: { label: 'Hidden' },
    },
    articles: {
      edit: { label: 'Articles', mainField: 'title' },
      list: { label: 'Articles' },
    },
  },
} as const;
