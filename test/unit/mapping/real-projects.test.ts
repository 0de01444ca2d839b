import { readFileSync } from 'node:fs';
import path from 'node:path';

import { compilePlan, type Mappings } from '../../../src/mapping/compile-plan';
import { describePlan } from '../../../src/mapping/describe';
import type { AnySource } from '../../../src/options/source';
import type { Schemas } from '../../../src/mapping/schemas';
import { BRATISLAVA } from '../../fixtures/schemas/bratislava';
import { COMMUNITY } from '../../fixtures/schemas/community';
import { LAUNCHPAD } from '../../fixtures/schemas/launchpad';
import { M10Z } from '../../fixtures/schemas/m10z';
import { NOTUM_STARTER } from '../../fixtures/schemas/notum-starter';
import { TRIAL_AND_ERROR } from '../../fixtures/schemas/trial-and-error';
import { withKnownEditors } from '../../helpers/written-schemas';

/** Fields by part, as somebody who knows the project would name them. */
type Parts = Record<string, string[]>;

interface Project {
  schemas: Schemas;
  sources: Record<string, Parts>;
  pages?: Record<string, Parts>;
  topics?: Record<string, Parts>;
  /** Parts that are guessed otherwise, or not at all. */
  missed: string[];
  /** What its developers would write down. */
  written: Record<string, AnySource>;
}

/** What a component of the shape of Strapi's SEO plugin's tells search engines. */
const SEO: Parts = {
  metaTitle: ['seo.metaTitle'],
  metaDescription: ['seo.metaDescription'],
  metaImage: ['seo.metaImage'],
  canonical: ['seo.canonicalURL'],
  noindex: ['seo.metaRobots'],
};

const PROJECTS: Record<string, Project> = {
  LaunchPad: {
    schemas: LAUNCHPAD,
    sources: {
      article: {
        address: ['/articles/{slug}/'],
        title: ['title'],
        summary: ['description', 'seo.metaDescription'],
        body: ['content', 'dynamic_zone'],
        cover: ['image'],
        topics: ['categories.name'],
        ...SEO,
      },
      product: {
        address: ['/products/{slug}/'],
        title: ['name'],
        summary: ['description'],
        body: ['dynamic_zone'],
        cover: ['images'],
        topics: ['categories.name'],
      },
    },
    // Its categories have neither a slug nor a uid: their names are topics.
    missed: [],
    written: {},
  },
  'notum-cz/strapi-next-monorepo-starter': {
    schemas: NOTUM_STARTER,
    sources: {},
    pages: {
      page: {
        address: ['/{fullPath}'],
        title: ['title'],
        summary: ['seo.metaDescription'],
        body: ['content'],
        ...SEO,
        canonical: ['seo.canonicalUrl'],
      },
    },
    missed: ['page: address'],
    written: { page: { address: '/{fullPath}' } },
  },
  'bratislava.sk': {
    schemas: BRATISLAVA,
    sources: {
      article: {
        address: ['/articles/{slug}/'],
        title: ['title'],
        summary: ['perex'],
        body: ['content', 'files', 'gallery'],
        date: ['addedAt'],
        cover: ['coverMedia'],
        topics: ['articleCategory', 'tags'],
      },
      'inba-release': {
        address: ['/inba-releases/{slug}/'],
        title: ['title'],
        summary: ['perex'],
        body: ['files'],
        date: ['releaseDate'],
        cover: ['coverImage'],
      },
      asset: {
        address: ['/assets/{slug}/'],
        title: ['title'],
        summary: ['description'],
        body: ['files'],
        date: ['customPublishedAt'],
        topics: ['assetCategory'],
      },
    },
    pages: {
      page: {
        address: ['/{path}'],
        title: ['title'],
        summary: ['subtext', 'metaDescription'],
        body: ['sections'],
        cover: ['pageBackgroundImage'],
        metaDescription: ['metaDescription'],
      },
    },
    topics: {
      'article-category': { address: ['/article-categories/{slug}/'], name: ['title'] },
      tag: { address: ['/tags/{slug}/'], name: ['title'] },
      'asset-category': { address: ['/asset-categories/{slug}/'], name: ['title'] },
    },
    missed: [
      'article: date',
      'article: topics',
      'inba-release: date',
      'asset: date',
      'asset: topics',
      'page: address',
      'page: summary',
    ],
    written: {
      article: { date: 'addedAt', topics: ['articleCategory', 'tags'] },
      'inba-release': { date: 'releaseDate' },
      asset: { date: 'customPublishedAt', topics: ['assetCategory'] },
      page: { address: '/{path}', summary: ['subtext', 'metaDescription'] },
    },
  },
  m10z: {
    schemas: M10Z,
    sources: {
      article: {
        address: ['/articles/{slug}/'],
        title: ['title'],
        summary: ['description'],
        body: ['content', 'youtube'],
        date: ['date'],
        author: ['authors'],
        cover: ['cover'],
        topics: ['categories'],
      },
      podcast: {
        address: ['/podcasts/{slug}/'],
        title: ['title'],
        summary: ['description'],
        body: ['shownotes', 'youtube'],
        date: ['date'],
        author: ['authors'],
        cover: ['cover'],
        enclosure: ['file'],
        topics: ['categories'],
      },
    },
    topics: {
      category: {
        address: ['/categories/{slug}/'],
        name: ['title'],
        description: ['description'],
        image: ['cover'],
      },
      author: {
        address: ['/authors/{slug}/'],
        name: ['title'],
        description: ['description'],
        image: ['avatar'],
      },
    },
    missed: ['article: body', 'article: date', 'podcast: body', 'podcast: date'],
    written: {
      article: { body: ['content', 'youtube'], date: 'date' },
      podcast: { body: ['shownotes', 'youtube'], date: 'date' },
    },
  },
  'strapi/community': {
    schemas: COMMUNITY,
    sources: {
      package: {
        address: ['/packages/{slug}/'],
        title: ['name'],
        summary: ['description'],
        body: ['readme'],
        cover: ['icon'],
        topics: ['categories'],
      },
      template: {
        address: ['/templates/{slug}/'],
        title: ['name'],
        summary: ['description'],
        body: ['readme'],
        cover: ['preview_image'],
        topics: ['categories'],
      },
      recipe: {
        address: ['/recipes/{slug}/'],
        title: ['title'],
        summary: ['description'],
        body: ['content'],
        cover: ['image'],
      },
      integration: {
        address: ['/integrations/{slug}/'],
        title: ['name'],
        summary: ['description', 'seo.metaDescription'],
        body: ['content'],
        cover: ['image'],
        // They have neither a slug nor a uid.
        topics: ['categories.name'],
        ...SEO,
      },
    },
    topics: {
      'package-category': {
        address: ['/package-categories/{slug}/'],
        name: ['name'],
        description: ['description'],
      },
      'template-category': {
        address: ['/template-categories/{slug}/'],
        name: ['name'],
        description: ['description'],
      },
    },
    missed: [],
    written: {},
  },
  TrialAndError: {
    schemas: TRIAL_AND_ERROR,
    sources: {
      'blog-post': {
        address: ['/blog-posts/{slug}/'],
        title: ['title'],
        summary: ['excerpt', 'seo.metaDescription'],
        body: ['body'],
        date: ['publishDate'],
        author: ['blog_authors', 'team_members'],
        cover: ['image'],
        topics: ['blog_tags', 'category'],
        ...SEO,
        metaImage: ['seo.shareImage'],
      },
      'jote-article': {
        address: ['/jote-articles/{guid}/'],
        title: ['title'],
        body: ['abstract'],
        date: ['published'],
        author: ['authors'],
        cover: ['image'],
        topics: ['jote_article_category'],
      },
    },
    topics: {
      'blog-author': {
        address: ['/blog-authors/{slug}/'],
        name: ['firstName', 'lastName'],
        description: ['summary'],
        image: ['image'],
      },
      'team-member': {
        address: ['/team-members/{slug}/'],
        name: ['firstName', 'lastName'],
        image: ['image'],
      },
      tag: { address: ['/tags/{slug}/'], name: ['title'] },
      category: { address: ['/categories/{slug}/'], name: ['title'] },
      'jote-article-category': {
        address: ['/jote-article-categories/{slug}/'],
        name: ['title'],
      },
    },
    missed: [
      'blog-post: date',
      'blog-post: author',
      'jote-article: date',
      // Its members are authors where `author` names them.
      'team-member',
    ],
    written: {
      'blog-post': { date: 'publishDate', author: ['blog_authors', 'team_members'] },
      'jote-article': { date: 'published' },
    },
  },
};

const uidOf = (name: string): string => `api::${name}.${name}`;

/** What a project names: its types, and what is written down of them. */
const named = (
  { sources, pages = {} }: Project,
  written: Readonly<Record<string, AnySource>> = {},
): Mappings => {
  const mapped = (types: Record<string, Parts>) =>
    Object.fromEntries(Object.keys(types).map((name) => [uidOf(name), written[name] ?? {}]));
  return Object.keys(sources).length === 0
    ? { sources: mapped(pages) }
    : { sources: mapped(sources), pages: mapped(pages) };
};

/** Fields by part, of all types of a project. */
const describeParts = (mappings: Mappings, schemas: Schemas): Record<string, Parts> =>
  Object.fromEntries(
    describePlan(compilePlan(mappings, schemas), schemas).map(({ contentType, parts }) => [
      contentType.split('.')[1]!,
      Object.fromEntries(
        // Where values are follows from the topics.
        parts.flatMap(({ key, from }) =>
          from.length > 0 && key !== 'valueTopics' ? [[key, [...from]]] : [],
        ),
      ),
    ]),
  );

const wantedOf = ({ sources, pages, topics }: Project): Record<string, Parts> => ({
  ...sources,
  ...pages,
  ...topics,
});

/** Parts of a type that are wanted, or were found though nobody wants them. */
const partsOf = (parts: Parts, found: Parts = {}): string[] => [
  ...new Set([...Object.keys(parts), ...Object.keys(found)]),
];

/** Parts that are others than are wanted; of a type that is not published, the type. */
const missedOf = (project: Project, found: Record<string, Parts>): string[] =>
  Object.entries(wantedOf(project))
    .flatMap(([type, parts]) => {
      const published = found[type];
      if (!published) return [type];
      return partsOf(parts, published).flatMap((key) =>
        String(parts[key] ?? []) === String(published[key] ?? []) ? [] : `${type}: ${key}`,
      );
    })
    .sort();

const DOCUMENTATION = readFileSync(
  path.join(__dirname, '../../../examples/sites/README.md'),
  'utf8',
);

describe.each(Object.entries(PROJECTS))('%s', (name, project) => {
  it.each([
    ['after', project.schemas],
    ['before', withKnownEditors(project.schemas)],
  ])('is guessed right, when its editors are registered %s the plugin', (_when, schemas) => {
    const guessed = describeParts(named(project), schemas);
    expect(missedOf(project, guessed)).toEqual([...project.missed].sort());
  });

  it('is as it is wanted, once the rest is written down in ten lines', () => {
    const found = describeParts(named(project, project.written), project.schemas);
    expect(missedOf(project, found)).toEqual([]);
    const lines = Object.values(project.written).flatMap((mapping) => Object.keys(mapping));
    expect(lines.length).toBeLessThanOrEqual(10);
  });

  it('is in the table of the documentation', () => {
    const guessed = describeParts(named(project), project.schemas);
    const all = Object.entries(wantedOf(project)).flatMap(([type, parts]) =>
      partsOf(parts, guessed[type]).map((key) => ({ type, key })),
    );
    const missed = all.filter(({ type, key }) =>
      project.missed.some((one) => one === type || one === `${type}: ${key}`),
    );
    const lines = Object.values(project.written).flatMap((mapping) => Object.keys(mapping)).length;
    const row = DOCUMENTATION.split('\n').find((line) => line.startsWith(`| ${name} `));
    expect(row?.split('|').map((cell) => cell.trim())).toEqual(
      expect.arrayContaining([`${all.length - missed.length} of ${all.length}`, String(lines)]),
    );
  });
});
