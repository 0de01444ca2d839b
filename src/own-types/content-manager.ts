const LIST_SETTINGS = { pageSize: 20, bulkable: true, filterable: true, searchable: true };

const formRow = (...fields: [name: string, size: number][]) =>
  fields.map(([name, size]) => ({ name, size }));

/**
 * Settings of a field in the Content Manager.
 *
 * @param mainField for a relation, the field that names its entries
 */
const fieldSettings = (label: string, description?: string, mainField?: string) => ({
  edit: {
    label,
    ...(description !== undefined && { description }),
    ...(mainField !== undefined && { mainField }),
  },
  list: { label },
});

/** Default form and list of articles in the Content Manager; editors can change them. */
export const articleForm = {
  settings: {
    mainField: 'title',
    defaultSortBy: 'date',
    defaultSortOrder: 'DESC',
    ...LIST_SETTINGS,
  },
  layouts: {
    list: ['title', 'date', 'tags', 'author'],
    edit: [
      formRow(['title', 12]),
      formRow(['body', 12]),
      formRow(['summary', 12]),
      formRow(['slug', 6], ['tags', 6]),
      formRow(['date', 6], ['author', 6]),
      formRow(['cover', 6], ['attachment', 6]),
      formRow(['keepOutOfFeeds', 4]),
    ],
  },
  metadatas: {
    title: fieldSettings('Title', 'Plain text: markup would be shown as it is typed.'),
    slug: fieldSettings(
      'Slug',
      'Last part of the address /posts/<slug>/: lowercase letters, digits and hyphens. After a change the old address leads to the new one.',
    ),
    date: fieldSettings(
      'Date',
      'The date subscribers see. Left empty, it is the moment readers first see the article. A date in the future keeps it hidden until then.',
    ),
    tags: fieldSettings(
      'Tags',
      'The article appears in the listing and the feed of each tag.',
      'name',
    ),
    summary: fieldSettings(
      'Summary',
      'What subscribers read first. Left empty, it is the opening sentences of the body.',
    ),
    body: fieldSettings('Body', 'Markdown.'),
    cover: fieldSettings('Cover image', 'Shown above the article.'),
    attachment: fieldSettings(
      'Audio or video',
      'Subscribers can play or download it with the article, as a podcast episode.',
    ),
    author: fieldSettings('Author', 'Name as readers should see it.'),
    keepOutOfFeeds: fieldSettings(
      'Keep out of feeds',
      'The article keeps its own page but appears in no feed, listing or count.',
    ),
  },
};

/** Default form and list of tags in the Content Manager; editors can change them. */
export const tagForm = {
  settings: {
    mainField: 'name',
    defaultSortBy: 'name',
    defaultSortOrder: 'ASC',
    ...LIST_SETTINGS,
  },
  layouts: {
    list: ['name', 'slug', 'title', 'articles'],
    edit: [
      formRow(['name', 6], ['slug', 6]),
      formRow(['title', 12]),
      formRow(['description', 12]),
      formRow(['image', 6], ['itemsPerFeed', 6]),
      formRow(['content', 6], ['hidden', 6]),
      formRow(['articles', 12]),
    ],
  },
  metadatas: {
    name: fieldSettings('Name', 'Short name, as in a list of tags.'),
    slug: fieldSettings(
      'Slug',
      'Part of the address /tags/<slug>/: lowercase letters, digits and hyphens.',
    ),
    title: fieldSettings(
      'Title',
      'Heading of the listing and the feed. Left empty, it is the name with capital initials ("api" gives "Api").',
    ),
    description: fieldSettings('Description', 'A sentence shown above the listing.'),
    image: fieldSettings('Image', 'Stands for the tag in feed readers.'),
    itemsPerFeed: fieldSettings(
      'Articles in a feed',
      'How many articles the feed holds: at most 1,000, and 0 for that many. Left empty, as many as the site sets.',
    ),
    content: fieldSettings(
      'What subscribers get of each article',
      'Whether subscribers read the summary or the full text. Left empty, what the site sets.',
    ),
    hidden: fieldSettings(
      'Hidden',
      'The tag has no page and no feed, and readers do not see its name.',
    ),
    articles: fieldSettings('Articles', undefined, 'title'),
  },
};
