import { type Attribute, isUserType, refuseTopics } from './schemas';

/**
 * What the keys of mappings accept, and the names of fields by which omitted keys are guessed: from these tables alone.
 * The most telling names come first. They are in lower case, without hyphens and underscores: `coverimage` matches
 * `coverImage` and `cover_image`.
 */

/** What a key of a mapping accepts, and how it is guessed. */
export interface FieldRequirement {
  /** Types of fields, as Strapi names them. */
  types: readonly string[];
  /** Name of the accepted fields in messages: "a text field". Tables of guesses need none. */
  what?: string;
  /**
   * Whether a path may lead through relations and components. With `many`, also through those that hold several; the
   * first one with a filled field counts.
   */
  through?: 'one' | 'many';
  /** Whether private fields are accepted: for fields that are read but never shown. */
  takesPrivate?: boolean;
  /** Why a field of an accepted type is refused, as a sentence. */
  refuse?: (attribute: Attribute, name: string) => string | undefined;
  /** Names of fields to guess, the most telling first. */
  names?: readonly string[];
  /** The same within a component for search engines. */
  behind?: readonly string[];
  /** Whether an entry cannot be published without it. */
  isRequired?: boolean;
}

const allows = ({ allowedTypes }: Attribute, ...kinds: string[]): boolean =>
  !allowedTypes || allowedTypes.length === 0 || allowedTypes.some((kind) => kinds.includes(kind));

const holding =
  (kinds: string[], what: string) =>
  (attribute: Attribute, name: string): string | undefined =>
    allows(attribute, ...kinds) ? undefined : `The field "${name}" holds no ${what}.`;

const TEXT: FieldRequirement = { types: ['string', 'text'], what: 'a text field' };

const TEXT_ANYWHERE: FieldRequirement = { ...TEXT, through: 'many' };

const YES_NO: FieldRequirement = {
  types: ['boolean'],
  what: 'a boolean field',
  takesPrivate: true,
};

/** Dates of Strapi's own that change with each publication or save. */
const CHANGING_DATES = new Map([
  ['publishedAt', 'It moves with every publication.'],
  ['updatedAt', 'It moves with every change.'],
]);

const PICTURE: FieldRequirement = {
  types: ['media'],
  what: 'a media field for pictures',
  refuse: holding(['images'], 'pictures'),
};

const PICTURE_ANYWHERE: FieldRequirement = { ...PICTURE, through: 'many' };

const MOMENT: FieldRequirement = {
  types: ['date', 'datetime', 'timestamp'],
  what: 'a date field',
  refuse: (_attribute, name) => CHANGING_DATES.get(name),
};

/** Keys for search engines and for previews on other sites. */
const META_KEYS = {
  metaTitle: { ...TEXT_ANYWHERE, names: ['metatitle', 'seotitle'], behind: ['metatitle', 'title'] },
  metaDescription: {
    ...TEXT_ANYWHERE,
    names: ['metadescription', 'seodescription'],
    behind: ['metadescription', 'description'],
  },
  metaImage: {
    ...PICTURE_ANYWHERE,
    names: ['metaimage', 'seoimage', 'shareimage', 'ogimage', 'socialimage'],
    behind: ['metaimage', 'shareimage', 'ogimage', 'socialimage', 'image'],
  },
  canonical: {
    ...TEXT_ANYWHERE,
    names: ['canonicalurl', 'canonical'],
    behind: ['canonicalurl', 'canonical'],
  },
  noindex: {
    types: ['boolean', 'string', 'text', 'enumeration'],
    what: 'a boolean field, or a text with rules for robots',
    through: 'many',
    names: ['noindex'],
    behind: ['noindex'],
  },
} satisfies Record<string, FieldRequirement>;

/** A component with nothing but texts and pictures for search engines. */
export const SEO_COMPONENT = {
  types: ['component'],
  names: ['seo', 'meta', 'metadata', 'metatags'],
} satisfies FieldRequirement;

const ENCLOSURE = {
  types: ['media'],
  what: 'a media field for sound or film',
  through: 'many',
  refuse: holding(['audios', 'videos', 'files'], 'sound or film'),
} satisfies FieldRequirement;

/** Keys of sources, in the order of the report. */
export const SOURCE_KEYS = {
  title: {
    ...TEXT,
    through: 'one',
    isRequired: true,
    names: ['title', 'name', 'headline', 'heading'],
  },
  // All existing fields are taken, in this order; the first filled one is shown.
  summary: {
    ...TEXT_ANYWHERE,
    names: [
      ...['summary', 'excerpt', 'description', 'shortdescription', 'abstract', 'perex'],
      ...['standfirst', 'dek', 'teaser', 'lead', 'intro', 'subtitle'],
    ],
  },
  body: {
    types: ['richtext', 'blocks', 'text', 'string', 'dynamiczone', 'component', 'media'],
    what: 'a field with rich text, Blocks, text, a dynamic zone, a component or files',
  },
  date: MOMENT,
  until: { ...MOMENT, takesPrivate: true },
  published: {
    types: ['boolean', 'enumeration'],
    what: 'a boolean field or an enumeration',
    takesPrivate: true,
  },
  author: {
    types: ['string', 'text', 'enumeration', 'json', 'relation'],
    what: 'a text field, a list in JSON, or a relation to entries of one content type',
    through: 'many',
    refuse: (attribute, name) => {
      if (attribute.type !== 'relation') return undefined;
      const refusal = refuseTopics(attribute, name);
      return isUserType(attribute.target ?? '')
        ? `${refusal} They have no page; a path such as "${name}.username" shows a name, and a list of two such paths a first and a last name.`
        : refusal;
    },
  },
  cover: {
    ...PICTURE_ANYWHERE,
    names: [
      ...['cover', 'coverimage', 'covermedia', 'coverphoto', 'coverpicture', 'featuredimage'],
      ...['featureimage', 'featuredmedia', 'mainimage', 'heroimage', 'headerimage', 'leadphoto'],
      ...['leadimage', 'image', 'picture', 'photo', 'hero', 'banner', 'previewimage', 'thumbnail'],
      ...['img', 'poster', 'primaryimage', 'mainphoto', 'images', 'pictures', 'photos'],
    ],
  },
  enclosure: ENCLOSURE,
  ...META_KEYS,
  keepOut: { ...YES_NO, names: ['keepoutoffeeds', 'hidden', 'ishidden'] },
  guid: { types: ['string', 'text', 'uid'], what: 'a text field' },
  select: {
    types: [
      ...['string', 'text', 'richtext', 'blocks', 'email', 'uid', 'enumeration', 'boolean', 'json'],
      ...['integer', 'biginteger', 'float', 'decimal', 'date', 'time', 'datetime', 'timestamp'],
    ],
    what: 'a field of its own without relations, files and components',
  },
} satisfies Record<string, FieldRequirement>;

/** Parts of an entry that are guessed from other types of fields than a mapping accepts. */
export const SOURCE_GUESSES = {
  body: {
    types: ['richtext', 'blocks', 'text', 'dynamiczone', 'component'],
    names: [
      ...['blocks', 'content', 'body', 'text', 'article', 'post', 'story', 'sections'],
      ...['longdescription', 'description'],
    ],
  },
  // Further parts of the body, in the order of the schema.
  furtherBody: {
    types: ['dynamiczone', 'component', 'media'],
    refuse: (attribute) =>
      attribute.type === 'media' && !attribute.multiple
        ? 'It may be part of something else.'
        : undefined,
    names: [
      ...['dynamiczone', 'sections', 'contentsections', 'contentblocks', 'modules', 'gallery'],
      ...['photos', 'files', 'downloads', 'documents', 'attachments'],
    ],
  },
  author: {
    types: ['string', 'text', 'enumeration', 'json', 'relation', 'component'],
    names: ['author', 'authors', 'writer', 'writers', 'byline'],
  },
  enclosure: {
    ...ENCLOSURE,
    // Do not guess a field that may also hold pictures or documents.
    refuse: (attribute, name) =>
      attribute.allowedTypes?.length &&
      attribute.allowedTypes.every((kind) => ['audios', 'videos'].includes(kind))
        ? ENCLOSURE.refuse(attribute, name)
        : 'It may hold something else.',
    names: [
      ...['enclosure', 'audio', 'recording', 'episode', 'podcast', 'audiofile', 'video', 'film'],
    ],
  },
  // With a default, such as the home page, every entry that nobody edited would be a copy of that page.
  canonical: {
    ...META_KEYS.canonical,
    refuse: (attribute) => (attribute.default ? 'It has a default.' : undefined),
  },
  // No boolean, which may also mean that robots are welcome.
  robots: {
    types: ['string', 'text', 'enumeration'],
    names: ['metarobots'],
    behind: ['metarobots', 'robots'],
  },
} satisfies Record<string, FieldRequirement>;

export const TOPIC_KEYS = {
  name: { ...TEXT, isRequired: true, names: ['name', 'title', 'label', 'displayname'] },
  title: TEXT,
  description: {
    ...TEXT,
    names: ['description', 'summary', 'excerpt', 'shortdescription', 'intro'],
  },
  image: {
    ...PICTURE,
    names: ['image', 'icon', 'cover', 'picture', 'photo', 'thumbnail', 'logo'],
  },
  hidden: { ...YES_NO, names: ['hidden', 'ishidden'] },
  itemsPerFeed: { types: ['integer'], what: 'a field with a whole number', takesPrivate: true },
  content: { types: ['enumeration', 'string'], what: 'an enumeration', takesPrivate: true },
} satisfies Record<string, FieldRequirement>;

/** The same keys for topics that are authors. */
export const AUTHOR_KEYS = {
  ...TOPIC_KEYS,
  name: {
    ...TEXT,
    isRequired: true,
    names: ['name', 'fullname', 'displayname', 'penname', 'username'],
  },
  description: {
    ...TEXT,
    names: ['bio', 'biography', 'about', 'description', 'summary', 'intro'],
  },
  image: {
    ...PICTURE,
    names: ['avatar', 'portrait', 'photo', 'picture', 'image', 'headshot', 'profilepicture'],
  },
} satisfies typeof TOPIC_KEYS;

/** Fields of a person's name in several parts, in order. */
export const PERSON_NAMES: readonly FieldRequirement[] = [
  { ...TEXT, names: ['firstname', 'givenname', 'forename'] },
  { ...TEXT, names: ['lastname', 'familyname', 'surname'] },
];

const FILE: FieldRequirement = { types: ['media'], what: 'a media field', through: 'many' };

const WHOLE_NUMBER: FieldRequirement = {
  types: ['integer', 'biginteger', 'string'],
  what: 'a field with a whole number',
};

/** Fields for details of a podcast's episodes. */
export const PODCAST_KEYS = {
  duration: {
    types: ['integer', 'biginteger', 'decimal', 'float', 'string', 'text', 'time'],
    what: 'a number of seconds, or a text such as "1:02:03"',
    through: 'many',
    names: ['duration', 'audioduration', 'length', 'runtime'],
  },
  episode: { ...WHOLE_NUMBER, names: ['episode', 'episodenumber', 'number'] },
  season: { ...WHOLE_NUMBER, names: ['season', 'seasonnumber'] },
  episodeType: {
    types: ['enumeration', 'string'],
    what: 'an enumeration of full, trailer, bonus',
    names: ['episodetype'],
  },
  transcript: { ...FILE, names: ['transcript', 'transcripts', 'subtitles'] },
  chapters: { ...FILE, names: ['chapters', 'chapterfile'] },
} satisfies Record<string, FieldRequirement>;

/** A field of an address: one segment of a path. */
export const ADDRESS_FIELD: FieldRequirement = {
  types: ['uid', 'string', 'enumeration'],
  what: 'a uid or a short text',
  through: 'one',
};

export const LONG_TEXTS = ['richtext', 'blocks', 'dynamiczone'];

/** Names of fields with documents: these are not guessed as covers, even if they also accept pictures. */
export const DOCUMENTS = ['files', 'file', 'downloads', 'documents', 'attachments', 'attachment'];

/** Names of long texts that editors write for each other: `editorNotes` is not guessed as the body. */
export const FOR_EDITORS =
  /^(?=.*(?:editor|internal|moderator|admin|private|staff))(?=.*(?:note|comment|remark|memo|feedback))/;

/** Names of booleans and enumerations by which sites hide entries of types without drafts. Not guessed: only named. */
export const PUBLICATION_NAMES =
  /^(?:is)?(?:published|active|visible|enabled|live|online|public|archived|hidden)$|^status$/;

/** Endings of names of relations to authors: `blog_authors`. */
export const AUTHOR_ENDINGS = ['author', 'authors'];

/** Names of relations to what else there is to read, if it has a long text: `related_news`, but not `related_tags`. */
export const FURTHER_READING =
  /^(?:related|similar)(?!.*(?:categor|tag|topic|subject|genre|theme))/;

/** Names and types of fields whose values are guessed as topics, also relations to entries without a uid. */
export const VALUE_GUESSES = {
  names: [
    ...['category', 'categories', 'tag', 'tags', 'topic', 'topics', 'subject', 'subjects'],
    ...['section', 'rubric', 'genre', 'genres', 'theme', 'themes'],
  ],
  kinds: ['enumeration', 'json'],
};

/** Names of fields of a component in a body, by their content; `compile-body.ts` uses them. */
export const COMPONENT_NAMES = {
  heading: ['title', 'heading', 'headline', 'header', 'question'],
  text: [
    ...['body', 'text', 'content', 'description', 'intro', 'lead', 'subtitle', 'subheading'],
    ...['subtext', 'message', 'answer'],
  ],
  quotation: ['quote', 'quotation', 'testimonial', 'citation'],
  speaker: ['author', 'by', 'cite', 'source', 'attribution', 'person', 'name', 'title'],
  caption: ['caption', 'legend'],
  link: ['url', 'href', 'link'],
  label: ['label', 'text', 'title', 'name'],
  linkText: ['linktext', 'textcontent'],
} satisfies Record<string, string[]>;
