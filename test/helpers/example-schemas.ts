import type { Attributes, ContentTypeSchema, Schemas } from '../../src/mapping/schemas';

/** Attributes that Strapi adds to each content type. */
const COMMON: Attributes = {
  createdAt: { type: 'datetime' },
  updatedAt: { type: 'datetime' },
  publishedAt: { type: 'datetime' },
  createdBy: { type: 'relation', relation: 'oneToOne', target: 'admin::user', private: true },
  updatedBy: { type: 'relation', relation: 'oneToOne', target: 'admin::user', private: true },
};

/** A content type as Strapi keeps it in memory. */
export const contentType = (
  singularName: string,
  pluralName: string,
  attributes: Attributes,
  options: Partial<ContentTypeSchema> & { displayName?: string } = {},
): ContentTypeSchema => {
  const { displayName = singularName, ...rest } = options;
  return {
    kind: 'collectionType',
    info: { singularName, pluralName, displayName },
    options: { draftAndPublish: false },
    pluginOptions: {},
    ...rest,
    attributes: { ...attributes, ...COMMON },
  };
};

const media = (multiple: boolean, ...allowedTypes: string[]) => ({
  type: 'media',
  multiple,
  allowedTypes,
});

const ZONE = {
  type: 'dynamiczone',
  components: ['shared.media', 'shared.quote', 'shared.rich-text', 'shared.slider'],
};

/** Content types and components of Strapi's example app, and the users of every app. */
export const EXAMPLE: Schemas = {
  contentTypes: {
    'api::article.article': contentType(
      'article',
      'articles',
      {
        title: { type: 'string' },
        description: { type: 'text' },
        slug: { type: 'uid', targetField: 'title' },
        cover: media(false, 'images', 'files', 'videos'),
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
        category: { type: 'relation', relation: 'manyToOne', target: 'api::category.category' },
        blocks: ZONE,
      },
      { displayName: 'Article', options: { draftAndPublish: true } },
    ),
    'api::category.category': contentType(
      'category',
      'categories',
      {
        name: { type: 'string' },
        slug: { type: 'uid' },
        articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article' },
        description: { type: 'text' },
      },
      { displayName: 'Category' },
    ),
    'api::author.author': contentType(
      'author',
      'authors',
      {
        name: { type: 'string' },
        avatar: media(false, 'images', 'files', 'videos'),
        email: { type: 'string' },
        articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article' },
      },
      { displayName: 'Author' },
    ),
    'api::global.global': contentType(
      'global',
      'globals',
      {
        siteName: { type: 'string' },
        favicon: media(false, 'images', 'files', 'videos'),
        siteDescription: { type: 'text' },
        defaultSeo: { type: 'component', repeatable: false, component: 'shared.seo' },
      },
      { displayName: 'Global', kind: 'singleType' },
    ),
    'api::about.about': contentType(
      'about',
      'abouts',
      { title: { type: 'string' }, blocks: ZONE },
      { displayName: 'About', kind: 'singleType' },
    ),
    'admin::user': contentType(
      'user',
      'users',
      {
        firstname: { type: 'string' },
        lastname: { type: 'string' },
        username: { type: 'string' },
        email: { type: 'email', private: true },
        password: { type: 'password', private: true },
      },
      { displayName: 'User' },
    ),
    'plugin::users-permissions.user': contentType(
      'user',
      'users',
      {
        username: { type: 'string' },
        email: { type: 'email' },
        provider: { type: 'string' },
        password: { type: 'password', private: true },
      },
      { displayName: 'User' },
    ),
    'plugin::upload.file': contentType('file', 'files', { url: { type: 'text' } }),
  },
  components: {
    'shared.media': {
      info: { displayName: 'Media' },
      attributes: { file: media(false, 'images') },
    },
    'shared.rich-text': {
      info: { displayName: 'Rich text' },
      attributes: { body: { type: 'richtext' } },
    },
    'shared.slider': {
      info: { displayName: 'Slider' },
      attributes: { files: media(true, 'images') },
    },
    'shared.quote': {
      info: { displayName: 'Quote' },
      attributes: { title: { type: 'string' }, body: { type: 'text' } },
    },
    'shared.seo': {
      info: { displayName: 'Seo' },
      attributes: {
        metaTitle: { type: 'string' },
        metaDescription: { type: 'text' },
        shareImage: media(false, 'images'),
      },
    },
  },
};

/** A content type like the example's article, with other attributes. */
export const article = (
  attributes: Attributes,
  options: Partial<ContentTypeSchema> = { options: { draftAndPublish: true } },
): ContentTypeSchema =>
  contentType(
    'article',
    'articles',
    { ...EXAMPLE.contentTypes['api::article.article']?.attributes, ...attributes },
    { displayName: 'Article', ...options },
  );

/** The example app with added or replaced content types and components. */
export const exampleWith = (
  contentTypes: Schemas['contentTypes'],
  components: Schemas['components'] = {},
): Schemas => ({
  contentTypes: { ...EXAMPLE.contentTypes, ...contentTypes },
  components: { ...EXAMPLE.components, ...components },
});
