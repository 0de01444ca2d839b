const LIST = { pageSize: 20, bulkable: true, filterable: true, searchable: true };

const row = (...fields: [name: string, size: number][]) =>
  fields.map(([name, size]) => ({ name, size }));

/**
 * Settings of a field in the Content Manager.
 *
 * @param mainField for a relation, the field that names its entries
 */
const field = (label: string, description?: string, mainField?: string) => ({
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
    ...LIST,
  },
  layouts: {
    list: ['title', 'date', 'tags', 'author'],
    edit: [
      row(['title', 12]),
      row(['body', 12]),
      row(['summary', 12]),
      row(['slug', 6], ['tags', 6]),
      row(['date', 6], ['author', 6]),
      row(['cover', 6], ['attachment', 6]),
      row(['keepOutOfFeeds', 4]),
    ],
  },
  metadatas: {
    title: field('Title', 'Plain text: markup would be shown as it is typed.'),
    slug: field(
      'Slug',
      'Last part of the address /posts/<slug>/: lowercase letters, digits and hyphens. After a change the old address leads to the new one.',
    ),
    date: field(
      'Date',
      'The date subscribers see. Left empty, it is the moment readers first see the article. A date in the future keeps it hidden until then.',
    ),
    tags: field('Tags', 'The article appears in the listing and the feed of each tag.', 'name'),
    summary: field(
      'Summary',
      'What subscribers read first. Left empty, it is the opening sentences of the body.',
    ),
    body: field('Body', 'Markdown.'),
    cover: field('Cover image', 'Shown above the article.'),
    attachment: field(
      'Audio or video',
      'Subscribers can play or download it with the article, as a podcast episode.',
    ),
    author: field('Author', 'Name as readers should see it.'),
    keepOutOfFeeds: field(
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
    ...LIST,
  },
  layouts: {
    list: ['name', 'slug', 'title', 'articles'],
    edit: [
      row(['name', 6], ['slug', 6]),
      row(['title', 12]),
      row(['description', 12]),
      row(['image', 6], ['itemsPerFeed', 6]),
      row(['content', 6], ['hidden', 6]),
      row(['articles', 12]),
    ],
  },
  metadatas: {
    name: field('Name', 'Short name, as in a list of tags.'),
    slug: field(
      'Slug',
      'Part of the address /tags/<slug>/: lowercase letters, digits and hyphens.',
    ),
    title: field(
      'Title',
      'Heading of the listing and the feed. Left empty, it is the name with capital initials ("api" gives "Api").',
    ),
    description: field('Description', 'A sentence shown above the listing.'),
    image: field('Image', 'Stands for the tag in feed readers.'),
    itemsPerFeed: field(
      'Articles in a feed',
      'How many articles the feed holds: at most 1,000, and 0 for that many. Left empty, as many as the site sets.',
    ),
    content: field(
      'What subscribers get of each article',
      'Whether subscribers read the summary or the full text. Left empty, what the site sets.',
    ),
    hidden: field('Hidden', 'The tag has no page and no feed, and readers do not see its name.'),
    articles: field('Articles', undefined, 'title'),
  },
};
