import { FILE_UID } from '../../src/lib/constants';
import exampleApp from '../../examples/strapi-example-app/config/plugins';
import type { SyndicationOptions } from '../../src/options/options';
import type { App } from './app';
import { siteComponent, siteTypes } from './site-types';

/**
 * Strapi's example app, as `create-strapi-app` creates it (`templates/example`): the attributes of its content types
 * and components, and entries like those of `npm run seed:example`.
 */
export const ARTICLE = 'api::article.article';
export const CATEGORY = 'api::category.category';
export const AUTHOR = 'api::author.author';

const relation = (kind: string, target: string, other: Record<string, string>) => ({
  type: 'relation',
  relation: kind,
  target,
  ...other,
});

const picture = { type: 'media', multiple: false, allowedTypes: ['images', 'files', 'videos'] };

/** Files of the example's content types and components, for `startApp`. */
export const exampleTypes = (): Record<string, string> => ({
  ...siteComponent('shared.media', { file: picture }),
  ...siteComponent('shared.quote', { title: { type: 'string' }, body: { type: 'text' } }),
  ...siteComponent('shared.rich-text', { body: { type: 'richtext' } }),
  ...siteComponent('shared.slider', {
    files: { type: 'media', multiple: true, allowedTypes: ['images'] },
  }),
  ...siteTypes({
    article: {
      draftAndPublish: true,
      attributes: {
        title: { type: 'string' },
        description: { type: 'text', maxLength: 80 },
        slug: { type: 'uid', targetField: 'title' },
        cover: picture,
        author: relation('manyToOne', AUTHOR, { inversedBy: 'articles' }),
        category: relation('manyToOne', CATEGORY, { inversedBy: 'articles' }),
        blocks: {
          type: 'dynamiczone',
          components: ['shared.media', 'shared.quote', 'shared.rich-text', 'shared.slider'],
        },
      },
    },
    category: {
      pluralName: 'categories',
      attributes: {
        name: { type: 'string' },
        slug: { type: 'uid' },
        articles: relation('oneToMany', ARTICLE, { mappedBy: 'category' }),
        description: { type: 'text' },
      },
    },
    author: {
      attributes: {
        name: { type: 'string' },
        avatar: picture,
        email: { type: 'string' },
        articles: relation('oneToMany', ARTICLE, { mappedBy: 'author' }),
      },
    },
  }),
});

/** The plugin's configuration in `examples/strapi-example-app`, with given environment variables. */
export const exampleConfig = (environment: Record<string, string>): SyndicationOptions => {
  const env = (name: string) => environment[name];
  const { syndication } = exampleApp({ env } as never) as {
    syndication: { config: SyndicationOptions };
  };
  return syndication.config;
};

type Data = Record<string, unknown>;

interface Version {
  status?: string;
  locale?: string;
}

interface Documents {
  create(parameters: { data: Data } & Version): Promise<{ documentId: string }>;
  update(parameters: { documentId: string; data: Data } & Version): Promise<unknown>;
  publish(parameters: { documentId: string }): Promise<unknown>;
  unpublish(parameters: { documentId: string }): Promise<unknown>;
  delete(parameters: { documentId: string }): Promise<unknown>;
}

/** Document service of a content type for which a test app has no generated types. */
export const documentsOf = ({ strapi }: Pick<App, 'strapi'>, uid: string): Documents =>
  strapi.documents(uid as never) as unknown as Documents;

/** Document ids of seeded entries, by slug or name. */
export interface ExampleEntries {
  articles: Record<string, string>;
  categories: Record<string, string>;
  authors: Record<string, string>;
}

const ARTICLES = [
  ['the-internet-s-own-boy', "The internet's Own boy", 'story', 'David Doe'],
  ['this-shrimp-is-awesome', 'This shrimp is awesome', 'nature', 'Sarah Baker'],
  [
    'a-bug-is-becoming-a-meme-on-the-internet',
    'A bug is becoming a meme on the internet',
    'tech',
    'Sarah Baker',
  ],
  ['beautiful-picture', 'Beautiful picture', 'nature', 'David Doe'],
  ['what-s-inside-a-black-hole', "What's inside a Black Hole", 'tech', 'Sarah Baker'],
] as const;

/**
 * Creates entries like the example's seed script, by the document service. The articles are drafts, so nothing is
 * public yet.
 */
export const seedExample = async (app: Pick<App, 'strapi'>): Promise<ExampleEntries> => {
  const create = async (uid: string, data: Data): Promise<string> =>
    (await documentsOf(app, uid).create({ data })).documentId;
  const addFile = async (name: string): Promise<number> => {
    const data = {
      ...{ name, hash: name, ext: '.jpg', mime: 'image/jpeg', size: 12.5, provider: 'local' },
      ...{ url: `/uploads/${name}.jpg`, width: 1200, height: 800, caption: name },
      alternativeText: `An image uploaded to Strapi called ${name}`,
    };
    return (await app.strapi.db.query(FILE_UID).create({ data })).id;
  };
  const art = await addFile('coffee-art');
  const shadow = await addFile('coffee-shadow');
  const made: ExampleEntries = { articles: {}, categories: {}, authors: {} };
  for (const name of ['news', 'tech', 'food', 'nature', 'story']) {
    made.categories[name] = await create(CATEGORY, { name, slug: name });
  }
  for (const name of ['David Doe', 'Sarah Baker']) {
    const email = `${name.replace(' ', '').toLowerCase()}@strapi.io`;
    made.authors[name] = await create(AUTHOR, { name, email });
  }
  for (const [slug, title, category, author] of ARTICLES) {
    made.articles[slug] = await create(ARTICLE, {
      ...{ title, slug, cover: await addFile(slug), publishedAt: Date.now() },
      description: `About ${title}`,
      category: made.categories[category],
      author: made.authors[author],
      blocks: [
        { __component: 'shared.rich-text', body: `## Probant\n\nLorem *markdownum* of ${slug}.` },
        { __component: 'shared.quote', title: 'Thelonius Monk', body: 'Dig it to dig it.' },
        { __component: 'shared.media', file: art },
        { __component: 'shared.slider', files: [art, shadow] },
      ],
    });
  }
  return made;
};
