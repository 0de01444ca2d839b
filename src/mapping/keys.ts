import { type Attribute, refuseTopics } from './schemas';
import type { Wanted } from './fields';

/** What the keys of mappings take. */

const allows = ({ allowedTypes }: Attribute, ...kinds: string[]): boolean =>
  !allowedTypes || allowedTypes.length === 0 || allowedTypes.some((kind) => kinds.includes(kind));

const holding =
  (kinds: string[], what: string) =>
  (attribute: Attribute, name: string): string | undefined =>
    allows(attribute, ...kinds) ? undefined : `The field "${name}" holds no ${what}.`;

const TEXT: Wanted = { types: ['string', 'text'], what: 'a text field' };

const YES_NO: Wanted = { types: ['boolean'], what: 'a boolean field', takesPrivate: true };

/** Strapi's own dates that move: with each publication, with each save. */
const MOVING = new Map([
  ['publishedAt', 'It moves with every publication.'],
  ['updatedAt', 'It moves with every change.'],
]);

const PICTURE: Wanted = {
  types: ['media'],
  what: 'a media field for pictures',
  refuse: holding(['images'], 'pictures'),
};

export const SOURCE_KEYS = {
  title: { ...TEXT, through: 'one' },
  summary: { ...TEXT, through: 'many' },
  body: {
    types: ['richtext', 'blocks', 'text', 'string', 'dynamiczone', 'component', 'media'],
    what: 'a field with rich text, Blocks, text, a dynamic zone, a component or files',
  },
  date: {
    types: ['date', 'datetime', 'timestamp'],
    what: 'a date field',
    refuse: (_attribute, name) => MOVING.get(name),
  },
  until: {
    types: ['date', 'datetime', 'timestamp'],
    what: 'a date field',
    refuse: (_attribute, name) => MOVING.get(name),
  },
  author: {
    types: ['string', 'text', 'enumeration', 'json', 'relation'],
    what: 'a text field, a list in JSON, or a relation to entries of one content type',
    through: 'many',
    refuse: (attribute, name) =>
      attribute.type === 'relation' ? refuseTopics(attribute, name) : undefined,
  },
  cover: { ...PICTURE, through: 'many' },
  enclosure: {
    types: ['media'],
    what: 'a media field for sound or film',
    through: 'many',
    refuse: holding(['audios', 'videos', 'files'], 'sound or film'),
  },
  metaTitle: { ...TEXT, through: 'many' },
  metaDescription: { ...TEXT, through: 'many' },
  metaImage: { ...PICTURE, through: 'many' },
  canonical: { ...TEXT, through: 'many' },
  noindex: {
    types: ['boolean', 'string', 'text', 'enumeration'],
    what: 'a boolean field, or a text with rules for robots',
    through: 'many',
  },
  keepOut: YES_NO,
  guid: { types: ['string', 'text', 'uid'], what: 'a text field' },
  select: {
    types: [
      ...['string', 'text', 'richtext', 'blocks', 'email', 'uid', 'enumeration', 'boolean', 'json'],
      ...['integer', 'biginteger', 'float', 'decimal', 'date', 'time', 'datetime', 'timestamp'],
    ],
    what: 'a field of its own without relations, files and components',
  },
} satisfies Record<string, Wanted>;

export const TOPIC_KEYS = {
  name: TEXT,
  title: TEXT,
  description: TEXT,
  image: PICTURE,
  hidden: YES_NO,
  itemsPerFeed: { types: ['integer'], what: 'a field with a whole number', takesPrivate: true },
  content: { types: ['enumeration', 'string'], what: 'an enumeration', takesPrivate: true },
} satisfies Record<string, Wanted>;

const FILE: Wanted = { types: ['media'], what: 'a media field', through: 'many' };

const WHOLE_NUMBER: Wanted = {
  types: ['integer', 'biginteger', 'string'],
  what: 'a field with a whole number',
};

/** Fields that say more of an episode of a podcast. */
export const PODCAST_KEYS = {
  duration: {
    types: ['integer', 'biginteger', 'decimal', 'float', 'string', 'text', 'time'],
    what: 'a number of seconds, or a text such as "1:02:03"',
    through: 'many',
  },
  episode: WHOLE_NUMBER,
  season: WHOLE_NUMBER,
  episodeType: { types: ['enumeration', 'string'], what: 'an enumeration of full, trailer, bonus' },
  transcript: FILE,
  chapters: FILE,
} satisfies Record<string, Wanted>;

/** A field of an address: one word of a path. */
export const ADDRESS_FIELD: Wanted = {
  types: ['uid', 'string', 'enumeration'],
  what: 'a uid or a short text',
  through: 'one',
};
