import type { Wanted } from './fields';
import { PODCAST_KEYS, SOURCE_KEYS, TOPIC_KEYS } from './keys';
import type { Attribute } from './schemas';

/**
 * What a mapping leaves out is guessed from this table and from nothing else: for each part the names of
 * fields, the most telling first, and the kinds of fields that are taken. Names are written without case,
 * hyphens and underscores: `coverimage` is `coverImage` and `cover_image`.
 */
export interface Guess {
  names: readonly string[];
  kinds: Wanted;
}

/** Kinds of fields for whole texts. */
export const LONG_TEXTS = ['richtext', 'blocks', 'dynamiczone'];

/** A field that may hold pictures or documents as well is no sound or film. */
const soundOrFilmAlone = (attribute: Attribute, name: string): string | undefined =>
  attribute.allowedTypes?.length &&
  attribute.allowedTypes.every((kind) => ['audios', 'videos'].includes(kind))
    ? SOURCE_KEYS.enclosure.refuse(attribute, name)
    : 'It may hold something else.';

/** Parts of an entry. */
export const SOURCE_GUESSES = {
  title: {
    names: ['title', 'name', 'headline', 'heading'],
    kinds: SOURCE_KEYS.title,
  },
  // All that are there, in this order: the first that is filled is shown.
  summary: {
    names: [
      ...['summary', 'excerpt', 'description', 'abstract', 'perex', 'standfirst', 'dek'],
      ...['teaser', 'lead', 'intro', 'subtitle'],
    ],
    kinds: SOURCE_KEYS.summary,
  },
  body: {
    names: [
      ...['blocks', 'content', 'body', 'text', 'article', 'post', 'story', 'sections'],
      'description',
    ],
    kinds: {
      ...SOURCE_KEYS.body,
      types: ['richtext', 'blocks', 'text', 'dynamiczone', 'component'],
    },
  },
  // What follows the body above, in the order of the type's fields.
  furtherBody: {
    names: [
      ...['dynamiczone', 'sections', 'contentsections', 'contentblocks', 'modules', 'gallery'],
      ...['files', 'downloads', 'documents', 'attachments'],
    ],
    kinds: {
      types: ['dynamiczone', 'component', 'media'],
      what: '',
      refuse: (attribute) =>
        attribute.type === 'media' && !attribute.multiple
          ? 'It may be part of something else.'
          : undefined,
    },
  },
  author: {
    names: ['author', 'authors', 'writer', 'writers', 'byline'],
    kinds: { types: ['string', 'text', 'enumeration', 'json', 'relation', 'component'], what: '' },
  },
  cover: {
    names: [
      ...['cover', 'coverimage', 'covermedia', 'coverphoto', 'coverpicture', 'featuredimage'],
      ...['featureimage', 'featuredmedia', 'mainimage', 'heroimage', 'headerimage', 'leadphoto'],
      ...['leadimage', 'image', 'picture', 'photo', 'hero', 'banner', 'previewimage', 'thumbnail'],
      ...['img', 'poster', 'images', 'pictures', 'photos'],
    ],
    kinds: SOURCE_KEYS.cover,
  },
  enclosure: {
    names: [
      ...['enclosure', 'audio', 'recording', 'episode', 'podcast', 'audiofile', 'video', 'film'],
    ],
    kinds: { ...SOURCE_KEYS.enclosure, refuse: soundOrFilmAlone },
  },
  keepOut: {
    names: ['keepoutoffeeds', 'hidden', 'ishidden'],
    kinds: SOURCE_KEYS.keepOut,
  },
} satisfies Record<string, Guess>;

/** Names of fields with documents, which are no pictures of an entry, whatever else they may hold. */
export const DOCUMENTS = ['files', 'file', 'downloads', 'documents', 'attachments', 'attachment'];

/** Ends of names of relations that lead to authors: `blog_authors`. */
export const AUTHOR_ENDINGS = ['author', 'authors'];

/** Fields of a person whose name is in several, in order. */
export const PERSON_NAMES = [
  { names: ['firstname', 'givenname', 'forename'], kinds: TOPIC_KEYS.name },
  { names: ['lastname', 'familyname', 'surname'], kinds: TOPIC_KEYS.name },
] satisfies Guess[];

/** Keys of what search engines and cards on other sites are told. */
export type MetaKey = 'metaTitle' | 'metaDescription' | 'metaImage' | 'canonical' | 'noindex';

/** A component that holds nothing but what search engines are told. */
export const SEO_COMPONENT: Guess = {
  names: ['seo', 'meta', 'metadata'],
  kinds: { types: ['component'], what: '' },
};

/** What search engines are told: names of an entry's own fields, and of those of the component. */
export const META_GUESSES: Record<MetaKey | 'robots', { own: Guess; behind: Guess }> = {
  metaTitle: {
    own: { names: ['metatitle', 'seotitle'], kinds: SOURCE_KEYS.metaTitle },
    behind: { names: ['metatitle', 'title'], kinds: SOURCE_KEYS.metaTitle },
  },
  metaDescription: {
    own: { names: ['metadescription', 'seodescription'], kinds: SOURCE_KEYS.metaDescription },
    behind: { names: ['metadescription', 'description'], kinds: SOURCE_KEYS.metaDescription },
  },
  metaImage: {
    own: {
      names: ['metaimage', 'seoimage', 'shareimage', 'ogimage', 'socialimage'],
      kinds: SOURCE_KEYS.metaImage,
    },
    behind: {
      names: ['metaimage', 'shareimage', 'ogimage', 'socialimage', 'image'],
      kinds: SOURCE_KEYS.metaImage,
    },
  },
  canonical: {
    own: { names: ['canonicalurl', 'canonical'], kinds: SOURCE_KEYS.canonical },
    behind: { names: ['canonicalurl', 'canonical'], kinds: SOURCE_KEYS.canonical },
  },
  noindex: {
    own: { names: ['noindex'], kinds: SOURCE_KEYS.noindex },
    behind: { names: ['noindex'], kinds: SOURCE_KEYS.noindex },
  },
  // No boolean, which may say as well that robots are welcome.
  robots: {
    own: {
      names: ['metarobots'],
      kinds: { ...SOURCE_KEYS.noindex, types: ['string', 'text', 'enumeration'] },
    },
    behind: {
      names: ['metarobots', 'robots'],
      kinds: { ...SOURCE_KEYS.noindex, types: ['string', 'text', 'enumeration'] },
    },
  },
};

/** Parts of a topic. */
export const TOPIC_GUESSES = {
  name: { names: ['name', 'title', 'label', 'displayname'], kinds: TOPIC_KEYS.name },
  description: {
    names: ['description', 'summary', 'excerpt', 'intro'],
    kinds: TOPIC_KEYS.description,
  },
  image: {
    names: ['image', 'icon', 'cover', 'picture', 'photo', 'thumbnail', 'logo'],
    kinds: TOPIC_KEYS.image,
  },
  hidden: { names: ['hidden', 'ishidden'], kinds: TOPIC_KEYS.hidden },
} satisfies Record<string, Guess>;

/** Parts of an episode of a podcast. */
export const PODCAST_GUESSES = {
  duration: {
    names: ['duration', 'audioduration', 'length', 'runtime'],
    kinds: PODCAST_KEYS.duration,
  },
  episode: { names: ['episode', 'episodenumber', 'number'], kinds: PODCAST_KEYS.episode },
  season: { names: ['season', 'seasonnumber'], kinds: PODCAST_KEYS.season },
  episodeType: { names: ['episodetype'], kinds: PODCAST_KEYS.episodeType },
  transcript: { names: ['transcript', 'transcripts', 'subtitles'], kinds: PODCAST_KEYS.transcript },
  chapters: { names: ['chapters', 'chapterfile'], kinds: PODCAST_KEYS.chapters },
} satisfies Record<keyof typeof PODCAST_KEYS, Guess>;

/** Fields whose values are topics, be they relations to entries without an address part. */
export const VALUE_GUESSES = {
  names: [
    ...['category', 'categories', 'tag', 'tags', 'topic', 'topics', 'subject', 'subjects'],
    ...['section', 'rubric', 'genre', 'genres', 'theme', 'themes'],
  ],
  kinds: ['enumeration', 'json'],
};

/** Parts of an author. */
export const AUTHOR_GUESSES = {
  name: {
    names: ['name', 'fullname', 'displayname', 'penname', 'username'],
    kinds: TOPIC_KEYS.name,
  },
  description: {
    names: ['bio', 'biography', 'about', 'description', 'summary', 'intro'],
    kinds: TOPIC_KEYS.description,
  },
  image: {
    names: ['avatar', 'portrait', 'photo', 'picture', 'image', 'headshot', 'profilepicture'],
    kinds: TOPIC_KEYS.image,
  },
  hidden: TOPIC_GUESSES.hidden,
} satisfies Record<keyof typeof TOPIC_GUESSES, Guess>;

/** Fields of a component in a body, by what they hold; see `body.ts` for what becomes of them. */
export const COMPONENT_NAMES = {
  heading: ['title', 'heading', 'headline', 'header'],
  text: [
    ...['body', 'text', 'content', 'description', 'intro', 'lead', 'subtitle', 'subheading'],
    ...['subtext', 'message'],
  ],
  quotation: ['quote', 'quotation', 'testimonial', 'citation'],
  speaker: ['author', 'by', 'cite', 'source', 'attribution', 'person', 'name', 'title'],
  caption: ['caption', 'legend'],
  link: ['url', 'href', 'link'],
  label: ['label', 'text', 'title', 'name'],
} satisfies Record<string, string[]>;

/** A name as it is compared. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');
