import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import matter from 'gray-matter';

import type { seedDemo } from './demo-content';

const ARTICLE = 'plugin::syndication.article';
const TAG = 'plugin::syndication.tag';

/** Login of the demo, as the README names it. */
export const DEMO_LOGIN = { email: 'admin@example.com', password: 'FieldNotes1' };

interface FrontMatter {
  title: string;
  slug: string;
  date: string;
  author: string;
  tags: string[];
  summary?: string;
  status?: 'draft';
}

interface Tag {
  name: string;
  slug: string;
  title?: string;
  description?: string;
}

const createAdmin = async (strapi: Core.Strapi): Promise<void> => {
  const superAdmin = await strapi.service('admin::role').getSuperAdmin();
  await strapi.service('admin::user').create({
    ...DEMO_LOGIN,
    firstname: 'Demo',
    lastname: 'Admin',
    registrationToken: null,
    isActive: true,
    roles: [superAdmin.id],
  });
};

/** Creates the tags; returns their document ids by slug. */
const createTags = async (strapi: Core.Strapi, folder: string): Promise<Map<string, string>> => {
  const tags: Tag[] = JSON.parse(await readFile(path.join(folder, 'tags.json'), 'utf8'));
  const documentIds = new Map<string, string>();
  for (const data of tags) {
    const { documentId } = await strapi.documents(TAG).create({ data });
    documentIds.set(data.slug, documentId);
  }
  return documentIds;
};

const createArticles = async (
  strapi: Core.Strapi,
  folder: string,
  tags: Map<string, string>,
): Promise<void> => {
  const files = (await readdir(path.join(folder, 'articles'))).sort();
  for (const file of files) {
    const text = await readFile(path.join(folder, 'articles', file), 'utf8');
    const { data, content } = matter(text);
    const { tags: slugs, status, ...fields } = data as FrontMatter;
    await strapi.documents(ARTICLE).create({
      data: { ...fields, body: content.trim(), tags: slugs.map((slug) => tags.get(slug)) },
      status: status === 'draft' ? 'draft' : 'published',
    });
  }
};

/**
 * Fills an empty database with the sample site, once: what somebody changes or deletes later stays
 * as it is.
 *
 * @param folder where tags.json and the articles are
 * @param writeMore writes what comes with them
 */
export const seed = async (
  strapi: Core.Strapi,
  folder: string,
  writeMore?: typeof seedDemo,
): Promise<void> => {
  const store = strapi.store({ type: 'core', name: 'playground' });
  if (await store.get({ key: 'seeded' })) return;
  strapi.log.info('Writing the sample articles into the database');
  if (!(await strapi.service('admin::user').exists())) await createAdmin(strapi);
  await createArticles(strapi, folder, await createTags(strapi, folder));
  await writeMore?.(strapi, folder);
  await store.set({ key: 'seeded', value: true });
};
