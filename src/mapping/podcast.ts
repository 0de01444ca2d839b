import { createHash } from 'node:crypto';

import { isWebAddress } from '../lib/web-address';
import { PODCAST_CATEGORIES } from '../feed/podcast';
import { didYouMeanOneOf, show } from '../lib/messages';
import type { PodcastMapping } from '../options/mapping-fields';
import { createMappedFields, type FoundField, type Reject } from './fields';
import { PODCAST_KEYS } from './keys';
import type { MappedPart, PodcastPlan } from './plan';
import type { Schemas } from './schemas';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

const E_MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A category of Apple's list, written "Arts" or "Arts > Food"; or what is wrong with it. */
const toCategory = (written: string): [string, string?] | { wrong: string } => {
  const [name = '', below] = written.split('>').map((part) => part.trim());
  const known = Object.keys(PODCAST_CATEGORIES);
  const inside = Object.hasOwn(PODCAST_CATEGORIES, name) ? PODCAST_CATEGORIES[name]! : undefined;
  if (!inside) {
    return {
      wrong: `Apple has no such category. Allowed: ${known.map(show).join(', ')}.${didYouMeanOneOf(name, known)}`,
    };
  }
  if (below === undefined) return [name];
  if (inside.includes(below)) return [name, below];
  const whole = inside.map((one) => `${name} > ${one}`);
  return {
    wrong: `Apple has no such category below ${show(name)}. Allowed: ${[name, ...whole].map(show).join(', ')}.${didYouMeanOneOf(written, whole)}`,
  };
};

/** What a podcast says of itself and of its episodes, with the fields that are read for it. */
export const compilePodcast = (
  schemas: Schemas,
  {
    contentType,
    podcast,
    reject,
  }: { contentType: string; podcast: PodcastMapping; reject: Reject },
): { plan: PodcastPlan; part: MappedPart; fields: FoundField[]; files: FoundField[] } => {
  const rejectPart: Reject = (key, value, reason) => reject(`podcast.${key}`, value, reason);
  const { one, parts } = createMappedFields(schemas, {
    contentType,
    mapping: podcast,
    keys: PODCAST_KEYS,
    reject: rejectPart,
  });
  const names = Object.keys(PODCAST_KEYS) as (keyof typeof PODCAST_KEYS)[];
  const found = names.flatMap((key) => {
    const field = one(key);
    return field ? [{ key, ...field }] : [];
  });
  const { author, image, category = [], explicit = false, type, owner, guid, locked } = podcast;
  const categories = [category].flat().flatMap((written) => {
    const made = toCategory(written);
    if (!('wrong' in made)) return [made as readonly [string, string?]];
    rejectPart('category', written, made.wrong);
    return [];
  });
  if (image !== undefined && !isWebAddress(image)) {
    rejectPart('image', image, 'Allowed: an absolute address that begins with "https://".');
  }
  if (guid !== undefined && !UUID.test(guid)) {
    rejectPart('guid', guid, 'Allowed: a UUID, such as the "podcast:guid" that the feed has now.');
  }
  if (owner && !E_MAIL.test(owner.email)) {
    rejectPart('owner', owner.email, 'Allowed: { name, email } with an e-mail address.');
  }
  const isFile = ({ attribute }: FoundField): boolean => attribute.type === 'media';
  return {
    plan: {
      ...Object.fromEntries(found.map(({ key, path }) => [key, path])),
      show: {
        categories,
        isExplicit: explicit,
        ...(type === 'serial' && { isSerial: true }),
        ...(author !== undefined && { author }),
        ...(image !== undefined && { imageUrl: image }),
        ...(owner && { owner }),
        ...(guid !== undefined && { guid: guid.toLowerCase() }),
        ...(locked !== undefined && { isLocked: locked }),
      },
    },
    part: {
      key: 'podcast',
      from: parts.flatMap(({ from }) => from),
      isGuessed: parts.some(({ isGuessed }) => isGuessed),
    },
    fields: found.filter((one) => !isFile(one)),
    files: found.filter(isFile),
  };
};

/** The namespace of ids of podcasts (podcastindex.org, "guid"). */
const GUID_NAMESPACE = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex');

/** The id that a feed's address makes: a UUID of version 5, without protocol and final slashes. */
export const podcastGuid = (feedUrl: string): string => {
  const name = feedUrl.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replace(/\/+$/, '');
  const bytes = createHash('sha1').update(GUID_NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
