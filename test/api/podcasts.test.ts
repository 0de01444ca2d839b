/** @runs-on sqlite: what a podcast says is made of fields that Strapi reads, the same on every database */
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import { parseFeed } from 'podcast-partytime';
import Parser from 'rss-parser';

import { FILE_UID } from '../../src/lib/constants';
import { podcastGuid } from '../../src/public/feeds';
import { documentsOf } from '../helpers/example-site';
import { jsonFeedErrors } from '../helpers/formats';
import { htmlProblems } from '../helpers/html';
import { BASE, type Site, startSite } from '../helpers/site';
import { siteTypes } from '../helpers/site-types';
import { indexFile } from '../helpers/site-middlewares';

const EPISODE = 'api::episode.episode';
const NOTE = 'api::note.note';

const title = { type: 'string' };
const slug = { type: 'uid' };
const file = (...allowedTypes: string[]) => ({ type: 'media', multiple: false, allowedTypes });

const types = siteTypes({
  episode: {
    draftAndPublish: true,
    attributes: {
      title,
      slug,
      description: { type: 'text' },
      audio: file('audios'),
      cover: file('images'),
      duration: { type: 'integer' },
      episode: { type: 'integer' },
      season: { type: 'integer' },
      episodeType: { type: 'enumeration', enum: ['full', 'trailer', 'bonus'] },
      transcript: { type: 'media', multiple: true },
      chapters: file('files'),
    },
  },
  note: { attributes: { title, slug } },
});

const SHOW = {
  author: 'Ana & Ben',
  category: ['Society & Culture > Documentary', 'History'],
  explicit: false,
  image: 'https://www.example.com/uploads/show.jpg',
  owner: { name: 'Ana', email: 'ana@example.com' },
  type: 'serial',
  locked: true,
} as const;

const warnings = `strapi.warned = []; strapi.log.warn = (line) => strapi.warned.push(String(line));`;

const start = (podcast: object, folder?: string, more = {}) =>
  startSite(
    {
      sources: {
        [EPISODE]: { podcast, listing: { title: 'Long Waves', description: 'Stories & sound.' } },
        [NOTE]: {},
        ...more,
      } as never,
    },
    folder,
    { files: { ...types, ...indexFile(warnings) } },
  );

const warnedOf = ({ strapi }: Site): string[] =>
  (strapi as unknown as { warned: string[] }).warned.filter((line) => line.includes('podcast'));

describe('a podcast', () => {
  let site: Site & { folder: string };

  const upload = async (url: string, mime: string, size = 0): Promise<number> => {
    const name = url.split('/').at(-1)!;
    const { id } = await site.strapi.db.query(FILE_UID).create({
      data: {
        ...{ name, hash: name.replace('.', '_'), ext: name.slice(-4), mime, size: 12.5, url },
        ...{ provider: 'local', ...(size > 0 && { width: size, height: size }) },
      },
    });
    return id as number;
  };
  const publish = async (uid: string, data: object): Promise<string> =>
    (await documentsOf(site, uid).create({ data: data as never, status: 'published' })).documentId;

  beforeAll(async () => {
    site = await start(SHOW);
    const audio = await upload('/uploads/one.mp3', 'audio/mpeg');
    await publish(EPISODE, {
      ...{ title: 'The <first> one', slug: 'one', description: 'How it began.', audio },
      cover: await upload('/uploads/square.jpg', 'image/jpeg', 1_400),
      ...{ duration: 3_723, episode: 1, season: 2, episodeType: 'full' },
      transcript: [
        await upload('/uploads/one.vtt', 'text/vtt'),
        await upload('/uploads/one.srt', 'application/octet-stream'),
      ],
      chapters: await upload('/uploads/chapters.json', 'application/json'),
    });
    await publish(EPISODE, {
      ...{ title: 'A word ahead', slug: 'trailer', audio, episodeType: 'trailer' },
      cover: await upload('/uploads/small.jpg', 'image/jpeg', 800),
    });
    await publish(NOTE, { title: 'A note', slug: 'note' });
  });
  afterAll(() => site?.stop());

  it('has a feed with all that Apple and Spotify ask for, as other parsers read it', async () => {
    const feed = parseRssFeed(await site.read('/episodes/index.xml'));
    expect(feed).toMatchObject({
      title: 'Long Waves',
      description: 'Stories &amp; sound.',
      language: 'en',
      itunes: {
        author: 'Ana & Ben',
        image: SHOW.image,
        categories: [
          { text: 'Society & Culture', categories: [{ text: 'Documentary' }] },
          { text: 'History' },
        ],
        explicit: false,
        type: 'serial',
        owner: { name: 'Ana', email: 'ana@example.com' },
      },
      podcast: {
        guid: podcastGuid(`${BASE}/episodes/index.xml`),
        locked: { value: true, owner: 'ana@example.com' },
      },
    });
    const { itunes } = await new Parser().parseString(await site.read('/episodes/index.xml'));
    expect(itunes).toMatchObject({ owner: { email: 'ana@example.com' }, image: SHOW.image });
  });

  it('has episodes with their length, number, season, kind, picture, transcripts and chapters', async () => {
    const { items } = parseRssFeed(await site.read('/episodes/index.xml'));
    const one = items!.find((item) => item.title === 'The <first> one')!;
    expect(one).toMatchObject({
      enclosures: [{ url: 'https://www.example.com/uploads/one.mp3', type: 'audio/mpeg' }],
      itunes: {
        ...{ duration: 3_723, episode: 1, season: 2, episodeType: 'full' },
        image: 'https://www.example.com/uploads/square.jpg',
      },
      podcast: {
        transcripts: [
          { url: 'https://www.example.com/uploads/one.vtt', type: 'text/vtt', language: 'en' },
          { url: 'https://www.example.com/uploads/one.srt', type: 'application/x-subrip' },
        ],
        chapters: {
          url: 'https://www.example.com/uploads/chapters.json',
          type: 'application/json+chapters',
        },
        season: { number: 2 },
        episode: { number: 1 },
      },
    });
    const trailer = items!.find((item) => item.title === 'A word ahead')!;
    // Directories refuse a show for a picture that is too small.
    expect(trailer.itunes).toEqual({ episodeType: 'trailer' });
  });

  it('is a podcast to the parser of the Podcast Index, with all that it knows', async () => {
    const parsed = parseFeed(await site.read('/episodes/index.xml'));
    expect(parsed).toMatchObject({
      itunesCategory: ['Society & Culture > Documentary', 'History'],
      itunesImage: SHOW.image,
      itunesType: 'serial',
      owner: SHOW.owner,
      locked: true,
      podcastOwner: SHOW.owner.email,
      guid: podcastGuid(`${BASE}/episodes/index.xml`),
      pc20support: {
        1: ['locked', 'transcript', 'chapters'],
        2: ['season', 'episode'],
        3: ['guid'],
      },
    });
    expect(parsed?.items.find((item) => item.title === 'The <first> one')).toMatchObject({
      enclosure: { length: 12_500, type: 'audio/mpeg' },
      duration: 3_723,
      itunesSeason: 2,
      podcastTranscripts: [
        { url: 'https://www.example.com/uploads/one.vtt', type: 'text/vtt' },
        { url: 'https://www.example.com/uploads/one.srt' },
      ],
      podcastChapters: { type: 'application/json+chapters' },
    });
  });

  it('says of the show in no feed of anything else, and of an episode in all', async () => {
    const feed = parseRssFeed(await site.read('/index.xml'));
    expect(feed.itunes).toBeUndefined();
    expect(feed.podcast).toBeUndefined();
    expect(feed.items!.find((item) => item.title === 'The <first> one')!.itunes?.duration).toBe(
      3_723,
    );
    expect(await site.read('/notes/index.xml')).not.toContain('itunes');
    const json = await site.read('/episodes/feed.json');
    expect(jsonFeedErrors(json)).toEqual([]);
    const item = parseJsonFeed(json).items!.find(({ title }) => title === 'The <first> one')!;
    expect(item.attachments).toEqual([expect.objectContaining({ duration_in_seconds: 3_723 })]);
  });

  it('has a player and the length on the page of an episode', async () => {
    const page = await site.read('/episodes/one/');
    expect(await htmlProblems(page)).toEqual([]);
    expect(page).toContain(
      '<audio controls preload="metadata" src="https://www.example.com/uploads/one.mp3"',
    );
    expect(page).toContain('<time datetime="PT1H2M3S">1:02:03</time>');
  });

  it('that lacks nothing is started without a word', () => {
    expect(warnedOf(site)).toEqual([]);
  });

  it('keeps its id, wherever the feed moves, or the one it had elsewhere', async () => {
    await upload('/uploads/wide.jpg', 'image/jpeg', 1_000);
    const { folder } = site;
    await site.close();
    const moved = { [EPISODE]: { podcast: {}, address: '/shows/{slug}/' } };
    site = await start({}, folder, moved);
    const { podcast } = parseRssFeed(await site.read('/shows/index.xml'));
    expect(podcast?.guid).toBe(podcastGuid(`${BASE}/episodes/index.xml`));
    expect(warnedOf(site)).toEqual([
      expect.stringMatching(
        /podcast of api::episode\.episode .*no "category"; .*no "image"; .*no "owner"/,
      ),
    ]);
    await site.close();
    const guid = '917393e3-1b1e-5cef-ace4-edaa54e1f810';
    const image = 'https://www.example.com/uploads/wide.jpg';
    site = await start({ guid, image }, folder);
    expect(parseRssFeed(await site.read('/episodes/index.xml')).podcast?.guid).toBe(guid);
    expect(warnedOf(site)).toEqual([expect.stringContaining('1000 by 1000 pixels')]);
  });
});
