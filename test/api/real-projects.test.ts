/**
 * @runs-on sqlite: that Strapi starts with types like those of real projects, and that readers get what is
 * guessed of them, is the same on each database
 */
import { parseAtomFeed, parseRssFeed } from 'feedsmith';

import { FILE_UID } from '../../src/lib/constants';
import type { Schemas } from '../../src/mapping/schemas';
import { LAUNCHPAD } from '../fixtures/schemas/launchpad';
import { M10Z } from '../fixtures/schemas/m10z';
import { TRIAL_AND_ERROR } from '../fixtures/schemas/trial-and-error';
import { documentsOf } from '../helpers/example-site';
import { htmlProblems } from '../helpers/html';
import { projectFiles } from '../helpers/project-files';
import { BASE, type Site, startSite } from '../helpers/site';

const uidOf = (name: string): string => `api::${name}.${name}`;

const withProject = async (
  schemas: Schemas,
  sources: Record<string, object>,
  use: (site: Site, create: (type: string, data: object) => Promise<string>) => Promise<void>,
): Promise<void> => {
  const mapped = Object.fromEntries(
    Object.entries(sources).map(([name, mapping]) => [uidOf(name), mapping]),
  );
  const site = await startSite({ sources: mapped as never, itemDetails: true }, undefined, {
    files: projectFiles(schemas),
  });
  try {
    await use(site, async (type, data) => {
      const entry = { data: data as never, status: 'published' as const };
      return (await documentsOf(site, uidOf(type)).create(entry)).documentId;
    });
  } finally {
    await site.stop();
  }
};

const upload = async (site: Site, url: string, mime: string, pixels?: number): Promise<number> => {
  const name = url.split('/').at(-1)!;
  const { id } = await site.strapi.db.query(FILE_UID).create({
    data: {
      ...{ name, hash: name.replace('.', '_'), ext: name.slice(-4), mime, size: 12.5, url },
      ...{ provider: 'local', width: pixels, height: pixels },
    },
  });
  return id as number;
};

it('LaunchPad: categories without a slug have pages, Blocks and zone are one body', () =>
  withProject(LAUNCHPAD, { article: {}, product: {} }, async (site, create) => {
    const news = await create('category', { name: 'Space News' });
    const image = await upload(site, '/uploads/rocket.jpg', 'image/jpeg', 800);
    const text = (words: string) => [
      { type: 'paragraph', children: [{ type: 'text', text: words }] },
    ];
    await create('article', {
      ...{ title: 'Lift-off', slug: 'lift-off', description: 'Up it goes.', image },
      content: text('The countdown.'),
      categories: [news],
      dynamic_zone: [
        { __component: 'dynamic-zone.cta', heading: 'Come along', sub_heading: 'Seats are left.' },
      ],
      seo: { metaTitle: 'Lift-off, seen', metaDescription: 'All of it.' },
    });
    const page = await site.read('/articles/lift-off/');
    expect(await htmlProblems(page)).toEqual([]);
    for (const part of ['The countdown.', 'Come along', 'Up it goes.', 'rocket.jpg']) {
      expect(page).toContain(part);
    }
    expect(page).toContain('<title>Lift-off, seen</title>');
    const feed = parseRssFeed(await site.read('/categories/space-news/index.xml'));
    expect(feed.title).toBe('Space News on Field Notes');
    expect(feed.items!.map(({ link }) => link)).toEqual([`${BASE}/articles/lift-off/`]);
  }));

it('m10z: a podcast with its file, its length and the cover of its category', () =>
  withProject(
    M10Z,
    {
      article: { date: 'date' },
      podcast: { date: 'date', cover: ['cover', 'categories.cover'], podcast: {} },
    },
    async (site, create) => {
      const cover = await upload(site, '/uploads/games.jpg', 'image/jpeg', 1_500);
      const file = await upload(site, '/uploads/talk.mp3', 'audio/mpeg');
      const games = await create('category', { title: 'Games', slug: 'games', cover });
      const ada = await create('author', { title: 'Ada', slug: 'ada' });
      await create('podcast', {
        ...{ title: 'A talk', slug: 'talk', file, duration: 5_400, shownotes: 'Of *games*.' },
        ...{ date: '2026-01-15T02:00:00.000Z', categories: [games], authors: [ada] },
      });
      const feed = parseRssFeed(await site.read('/podcasts/index.xml'));
      expect(feed.items).toHaveLength(1);
      expect(feed.items![0]).toMatchObject({
        title: 'A talk',
        link: `${BASE}/podcasts/talk/`,
        enclosures: [{ url: 'https://www.example.com/uploads/talk.mp3' }],
        itunes: { duration: 5_400, image: 'https://www.example.com/uploads/games.jpg' },
      });
      const page = await site.read('/podcasts/talk/');
      expect(await htmlProblems(page)).toEqual([]);
      expect(page).toContain('1:30:00');
      for (const address of ['/categories/games/', '/authors/ada/']) {
        expect(await site.read(address)).toContain(`${BASE}/podcasts/talk/`);
      }
    },
  ));

it('TrialAndError: posts by two kinds of people, and articles whose authors are JSON', () =>
  withProject(
    TRIAL_AND_ERROR,
    {
      'blog-post': { date: 'publishDate', author: ['blog_authors', 'team_members'] },
      'jote-article': { date: 'published' },
    },
    async (site, create) => {
      const person = (firstName: string, lastName: string) => ({
        ...{ firstName, lastName, slug: lastName.toLowerCase() },
      });
      const ada = await create('blog-author', person('Ada', 'Byron'));
      const grace = await create('team-member', person('Grace', 'Hopper'));
      const date = '2026-01-15T02:00:00.000Z';
      await create('blog-post', {
        ...{ title: 'A post', slug: 'post', body: 'About **it**.', publishDate: date },
        ...{ blog_authors: [ada], team_members: [grace] },
      });
      await create('jote-article', {
        ...{ title: 'A trial', guid: 'trial', abstract: 'An error.', published: date },
        authors: [{ given: 'Alan', family: 'Turing' }, { name: 'Emmy Noether' }],
      });
      const authorsAt = async (address: string) =>
        parseAtomFeed(await site.read(address)).entries![0]!.authors!.map(({ name }) => name);
      expect(await authorsAt('/blog-posts/atom.xml')).toEqual(['Ada Byron', 'Grace Hopper']);
      expect(await authorsAt('/jote-articles/atom.xml')).toEqual(['Alan Turing', 'Emmy Noether']);
      expect(await site.read('/team-members/hopper/')).toContain(`${BASE}/blog-posts/post/`);
      expect(await site.read('/jote-articles/trial/')).toContain('An error.');
    },
  ));
