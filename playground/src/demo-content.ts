import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import matter from 'gray-matter';

import { createMedia, type Media } from './demo-media';

const ARTICLE = 'plugin::syndication.article';
const TAG = 'plugin::syndication.tag';
const ABOUT = 'api::about.about';
const AUTHOR = 'api::author.author';
const CATEGORY = 'api::category.category';
const GUIDE = 'api::guide.guide';

/** The second language of the demo; the first is Strapi's default locale. */
const GERMAN = { code: 'de', name: 'German (de)' };

/** Documents by the slug they have in the first language. */
type BySlug = Map<string, string>;

interface Localised<Values> {
  en: Values;
  de: Values;
}

interface Author {
  name: string;
  slug: string;
  avatar: string;
  bio: Localised<string>;
}

type Category = Localised<{ name: string; slug: string; description: string }> & { image: string };

interface Guide {
  name: string;
  date: string;
  author: string;
  category: string;
  cover: string;
  alt: string;
}

interface Tag {
  name: string;
  slug: string;
  description: string;
  image: string;
}

interface ArticleFrontMatter {
  title: string;
  slug: string;
  date: string;
  author: string;
  tags: string[];
  cover?: string;
  coverAlt?: string;
  attachment?: string;
}

/** What writes the demo's content, and where that is. */
interface Writer {
  strapi: Core.Strapi;
  folder: string;
  media: Media;
}

const readJson = async <Value>({ folder }: Writer, name: string): Promise<Value> =>
  JSON.parse(await readFile(path.join(folder, name), 'utf8'));

const readText = async <FrontMatter>({ folder }: Writer, name: string) => {
  const { data, content } = matter(await readFile(path.join(folder, name), 'utf8'));
  return { data: data as FrontMatter, body: content.trim() };
};

/** Creates a document in both languages; gives its id. */
const createInBoth = async (
  { strapi }: Writer,
  type: typeof ABOUT | typeof AUTHOR | typeof CATEGORY | typeof GUIDE,
  { en, de }: Localised<object>,
): Promise<string> => {
  const documents = strapi.documents(type);
  const status = 'published';
  const { documentId } = await documents.create({ data: en, locale: 'en', status });
  await documents.update({ documentId, data: de, locale: GERMAN.code, status });
  return documentId;
};

const createAuthors = async (writer: Writer): Promise<BySlug> => {
  const authors: BySlug = new Map();
  for (const { bio, avatar, ...same } of await readJson<Author[]>(writer, 'authors.json')) {
    const { id } = await writer.media(avatar);
    const inLanguage = (language: 'en' | 'de') => ({ ...same, avatar: id, bio: bio[language] });
    const values = { en: inLanguage('en'), de: inLanguage('de') };
    authors.set(same.slug, await createInBoth(writer, AUTHOR, values));
  }
  return authors;
};

const createCategories = async (writer: Writer): Promise<BySlug> => {
  const categories: BySlug = new Map();
  for (const { image, en, de } of await readJson<Category[]>(writer, 'categories.json')) {
    const { id } = await writer.media(image);
    const values = { en: { ...en, image: id }, de: { ...de, image: id } };
    categories.set(en.slug, await createInBoth(writer, CATEGORY, values));
  }
  return categories;
};

const createGuides = async (writer: Writer): Promise<void> => {
  const [authors, categories] = [await createAuthors(writer), await createCategories(writer)];
  for (const guide of await readJson<Guide[]>(writer, 'guides.json')) {
    const cover = await writer.media(guide.cover, guide.alt);
    const inLanguage = async (language: string) => {
      const file = `guides/${guide.name}.${language}.md`;
      const { data, body } = await readText<object>(writer, file);
      return {
        ...data,
        body,
        date: guide.date,
        cover: cover.id,
        author: authors.get(guide.author),
        category: categories.get(guide.category),
      };
    };
    await createInBoth(writer, GUIDE, { en: await inLanguage('en'), de: await inLanguage('de') });
  }
};

const createAbout = async (writer: Writer): Promise<void> => {
  const inLanguage = async (language: string) => {
    const { data, body } = await readText<object>(writer, `about/${language}.md`);
    return { ...data, body };
  };
  await createInBoth(writer, ABOUT, { en: await inLanguage('en'), de: await inLanguage('de') });
};

/** A picture in a text of the samples: its name in the folder of media. */
const PICTURE = /(?<=!\[[^\]]*\]\()[\w-]+\.webp/g;

/** Puts the pictures of a text into the media library, and their addresses there into the text. */
const withPictures = async (text: string, media: Media): Promise<string> => {
  const addresses = new Map<string, string>();
  for (const [name] of text.matchAll(PICTURE)) addresses.set(name, (await media(name)).url);
  return text.replace(PICTURE, (name) => addresses.get(name)!);
};

const createTags = async (writer: Writer): Promise<void> => {
  for (const { image, ...tag } of await readJson<Tag[]>(writer, 'tags.json')) {
    const { id } = await writer.media(image);
    await writer.strapi.documents(TAG).create({ data: { ...tag, image: id } });
  }
};

const createArticles = async (writer: Writer): Promise<void> => {
  const { strapi, folder, media } = writer;
  await createTags(writer);
  const tags = await strapi.documents(TAG).findMany({ fields: ['slug'] });
  const bySlug: BySlug = new Map(tags.map(({ slug, documentId }) => [slug ?? '', documentId]));
  for (const file of (await readdir(path.join(folder, 'articles'))).sort()) {
    const { data, body } = await readText<ArticleFrontMatter>(writer, `articles/${file}`);
    const { tags: slugs, cover, coverAlt, attachment, ...fields } = data;
    await strapi.documents(ARTICLE).create({
      data: {
        ...fields,
        body: await withPictures(body, media),
        tags: slugs.map((slug) => bySlug.get(slug)),
        cover: cover && (await media(cover, coverAlt)).id,
        attachment: attachment && (await media(attachment)).id,
      },
      status: 'published',
    });
  }
};

/** The look of the demo, as an editor would save it in Settings > Appearance. */
const saveAppearance = async ({ strapi, media }: Writer): Promise<void> => {
  const logo = async (name: string) => ({ src: (await media(name)).url, width: 232, height: 48 });
  const appearance = {
    logo: await logo('logo.svg'),
    logoDark: await logo('logo-dark.svg'),
    accent: '#a3451f',
    headerLinks: [
      { label: 'Guides', address: '/guides/' },
      { label: 'Notes', address: '/posts/' },
      { label: 'Deutsch', address: '/de/' },
    ],
    footerLinks: [
      { label: 'About', address: '/about/' },
      { label: 'Archive', address: '/archive/' },
      { label: 'Subscribe', address: '/subscribe/' },
    ],
    footer: 'Field Notes is the demo of strapi-plugin-syndication.',
    listing: ['summary', 'date', 'author', 'cover'],
  };
  const store = strapi.store({ type: 'plugin', name: 'syndication', key: 'settings' });
  await store.set({ value: { appearance: { default: appearance } } });
};

/**
 * Writes what the demo shows beside the sample articles: pictures, sound, guides in two languages, their
 * authors and categories, and a look.
 *
 * @param seed folder of all samples
 */
export const seedDemo = async (strapi: Core.Strapi, seed: string): Promise<void> => {
  const media = createMedia(strapi, path.join(seed, 'media'));
  const writer = { strapi, folder: path.join(seed, 'demo'), media };
  await strapi.plugin('i18n').service('locales').create(GERMAN);
  await saveAppearance(writer);
  await createArticles(writer);
  await createGuides(writer);
  await createAbout(writer);
};
