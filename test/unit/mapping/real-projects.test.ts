import { compileSources, type Mappings } from '../../../src/mapping/compile';
import { describePlan } from '../../../src/mapping/describe';
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
        topics: ['categories'],
        ...SEO,
      },
      product: {
        address: ['/products/{slug}/'],
        title: ['name'],
        summary: ['description'],
        body: ['dynamic_zone'],
        cover: ['images'],
        topics: ['categories'],
      },
    },
    missed: [
      'article: topics',
      // Its categories have neither a slug nor a uid.
      'product: topics',
    ],
  },
  'notum-cz/strapi-next-monorepo-starter': {
    schemas: NOTUM_STARTER,
    sources: {},
    pages: {
      page: {
        address: ['/{fullPath}/'],
        title: ['title'],
        summary: ['seo.metaDescription'],
        body: ['content'],
        ...SEO,
        canonical: ['seo.canonicalUrl'],
      },
    },
    missed: ['page: address'],
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
        address: ['/{path}/'],
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
        topics: ['categories'],
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
    // Its categories have neither a slug nor a uid.
    missed: ['integration: topics'],
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
      'jote-article: author',
      // Its members are authors where `author` names them.
      'team-member',
    ],
  },
};

const uidOf = (name: string): string => `api::${name}.${name}`;

/** What a project names when it names its types and nothing else. */
const named = ({ sources, pages = {} }: Project): Mappings => {
  const bare = (types: Record<string, Parts>) =>
    Object.fromEntries(Object.keys(types).map((name) => [uidOf(name), {}]));
  return Object.keys(sources).length === 0
    ? { sources: bare(pages) }
    : { sources: bare(sources), pages: bare(pages) };
};

/** Fields by part, of all types of a project, as they are guessed. */
const guess = (project: Project, schemas: Schemas): Record<string, Parts> =>
  Object.fromEntries(
    describePlan(compileSources(named(project), schemas), schemas).map(({ contentType, parts }) => [
      contentType.split('.')[1]!,
      Object.fromEntries(
        parts.flatMap(({ key, from }) => (from.length > 0 ? [[key, [...from]]] : [])),
      ),
    ]),
  );

describe.each(Object.entries(PROJECTS))('%s', (_name, project) => {
  const wanted = { ...project.sources, ...project.pages, ...project.topics };

  it.each([
    ['after', project.schemas],
    ['before', withKnownEditors(project.schemas)],
  ])('is guessed right, when its editors are registered %s the plugin', (_when, schemas) => {
    const guessed = guess(project, schemas);
    const missed = Object.entries(wanted).flatMap(([type, parts]) => {
      const found = guessed[type];
      if (!found) return [type];
      const keys = new Set([...Object.keys(parts), ...Object.keys(found)]);
      return [...keys].flatMap((key) =>
        String(parts[key] ?? []) === String(found[key] ?? []) ? [] : `${type}: ${key}`,
      );
    });
    expect(missed.sort()).toEqual([...project.missed].sort());
  });
});
