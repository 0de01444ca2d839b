/** How the Content Manager shows an article to an editor who has not arranged it otherwise. */
export default {
  settings: {
    mainField: 'title',
    defaultSortBy: 'date',
    defaultSortOrder: 'DESC',
    pageSize: 20,
    bulkable: true,
    filterable: true,
    searchable: true,
  },
  layouts: {
    list: ['title', 'date', 'tags', 'author'],
    edit: [
      [
        { name: 'title', size: 6 },
        { name: 'slug', size: 6 },
      ],
      [
        { name: 'tags', size: 6 },
        { name: 'date', size: 6 },
      ],
      [{ name: 'summary', size: 12 }],
      [{ name: 'body', size: 12 }],
      [
        { name: 'cover', size: 6 },
        { name: 'author', size: 6 },
      ],
      [
        { name: 'attachment', size: 6 },
        { name: 'keepOutOfFeeds', size: 4 },
      ],
    ],
  },
  metadatas: {
    title: {
      edit: { label: 'Title', description: 'Plain text: markup would be shown as it is typed.' },
      list: { label: 'Title' },
    },
    slug: {
      edit: {
        label: 'Slug',
        description:
          'Last part of the address /posts/<slug>/: lowercase letters, digits and hyphens. After a change the old address leads to the new one.',
      },
      list: { label: 'Slug' },
    },
    date: {
      edit: {
        label: 'Date',
        description:
          'The date subscribers see. Left empty, it is the moment readers first see the article. A date in the future keeps it hidden until then.',
      },
      list: { label: 'Date' },
    },
    tags: {
      edit: {
        label: 'Tags',
        description: 'The article appears in the listing and the feed of each tag.',
        mainField: 'name',
      },
      list: { label: 'Tags' },
    },
    summary: {
      edit: {
        label: 'Summary',
        description:
          'What subscribers read first. Left empty, it is the opening sentences of the body.',
      },
      list: { label: 'Summary' },
    },
    body: {
      edit: { label: 'Body', description: 'Markdown.' },
      list: { label: 'Body' },
    },
    cover: {
      edit: { label: 'Cover image', description: 'Shown above the article.' },
      list: { label: 'Cover image' },
    },
    attachment: {
      edit: {
        label: 'Audio or video',
        description: 'Subscribers can play or download it with the article, as a podcast episode.',
      },
      list: { label: 'Audio or video' },
    },
    author: {
      edit: { label: 'Author', description: 'Name as readers should see it.' },
      list: { label: 'Author' },
    },
    keepOutOfFeeds: {
      edit: {
        label: 'Keep out of feeds',
        description: 'The article keeps its own page but appears in no feed, listing or count.',
      },
      list: { label: 'Keep out of feeds' },
    },
  },
} as const;
