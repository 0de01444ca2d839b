/** @runs-on postgres mysql: SQLite has one transaction at a time. */
import { partsOf } from '../../src/compose';
import { ARTICLE_UID } from '../../src/constants';
import { type App, startApp } from '../helpers/app';
import { articlesOf, createEditor, type Editor, tagsOf } from '../helpers/content';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

/** How long one transaction may wait for another before that one goes on, in milliseconds. */
const WAITS_AT_MOST = 1_000;

let app: App;
let editor: Editor;
let made = 0;

beforeAll(async () => {
  app = await startApp({ config });
  editor = createEditor(app);
});
afterAll(() => app.stop());

interface Held {
  /** Ends when its work is done and indexed, and nothing is committed yet. */
  done: Promise<void>;
  /** Has it committed. */
  end: () => Promise<void>;
}

/** Does something in a transaction that is committed when it is told to. */
const hold = (act: () => Promise<unknown>): Held => {
  const { transactions } = partsOf(app.strapi);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let tell = (): void => undefined;
  const done = new Promise<void>((resolve) => (tell = resolve));
  const ended = app.strapi.db.transaction(async () => {
    await act();
    await transactions.settle();
    tell();
    await released;
  });
  ended.catch(() => undefined);
  return {
    done: Promise.race([done, ended.then(() => undefined)]),
    end: async () => {
      release();
      await ended;
    },
  };
};

/**
 * Does something in a transaction that has read the database before something else was committed: it
 * goes on seeing what it saw, where the database repeats reads.
 */
const asSeenBefore = async (
  act: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> => {
  let goOn = (): void => undefined;
  const allowed = new Promise<void>((resolve) => (goOn = resolve));
  let tell = (): void => undefined;
  const read = new Promise<void>((resolve) => (tell = resolve));
  const ended = app.strapi.db.transaction(async () => {
    await app.strapi.db.query(ARTICLE_UID).findMany({ limit: 1 });
    tell();
    await allowed;
    await act();
  });
  ended.catch(() => undefined);
  await read;
  await meanwhile();
  goOn();
  await ended;
};

/** Both at once: the one is committed once the other is done, or waits for it. */
const atOnce = async (one: () => Promise<unknown>, other: () => Promise<unknown>) => {
  const first = hold(one);
  await first.done;
  const second = hold(other);
  await Promise.race([second.done, new Promise((next) => setTimeout(next, WAITS_AT_MOST))]);
  await first.end();
  await second.end();
};

/** Whether the catalogue says of an article what it should, once all looks are taken. */
const isRight = async (documentId: string): Promise<boolean> => {
  const { catalogue, secondLook } = partsOf(app.strapi);
  await secondLook.stop();
  return catalogue.isRight(ARTICLE_UID, [documentId]);
};

const slug = (): string => {
  made += 1;
  return `made-${made}`;
};

const newTag = async () => {
  const name = slug();
  return { id: await editor.tag({ name, slug: name }), feed: `/tags/${name}/index.xml` };
};

/** How many items a feed has. */
const items = async (feed: string): Promise<number> =>
  (await (await app.get(feed)).text()).split('<item>').length - 1;

/** What a query changes of an article's published row. */
const changePublished = (documentId: string, data: object) =>
  app.strapi.db
    .query(ARTICLE_UID)
    .updateMany({ where: { documentId, publishedAt: { $notNull: true } }, data });

const tagIt = (tag: string, article: string) =>
  tagsOf(app).update({ documentId: tag, data: { articles: { connect: [article] } } });

describe('two transactions at once leave the catalogue right', () => {
  it('where an article is tagged from the side of the tag and published anew as it was before', async () => {
    const tag = await newTag();
    const article = await editor.published({ slug: slug() });
    await asSeenBefore(
      () => articlesOf(app).publish({ documentId: article }),
      () => tagIt(tag.id, article),
    );
    expect(await isRight(article)).toBe(true);
  });

  it.each(['first', 'last'])(
    'where an article is tagged %s and let into the feeds at once',
    async (order) => {
      const tag = await newTag();
      const article = await editor.published({ slug: slug(), keepOutOfFeeds: true });
      const tags = () => tagIt(tag.id, article);
      const shows = () => changePublished(article, { keepOutOfFeeds: false });
      await (order === 'first' ? atOnce(tags, shows) : atOnce(shows, tags));
      expect(await isRight(article)).toBe(true);
      expect(await items(tag.feed)).toBe(1);
    },
  );

  it('where a tag is merged that an article is just published with', async () => {
    const [from, into] = [await newTag(), await newTag()];
    const article = await editor.published({ slug: slug(), tags: [from.id] });
    const { tagMerge } = partsOf(app.strapi);
    await atOnce(
      () => articlesOf(app).publish({ documentId: article }),
      () => tagMerge.merge(from.id, into.id),
    );
    expect(await isRight(article)).toBe(true);
    expect(await items(into.feed)).toBe(1);
  });

  it.each(['merged', 'deleted'])(
    'where a tag is %s that has got its first article meanwhile',
    async (end) => {
      const [from, into] = [await newTag(), await newTag()];
      const article = await editor.published({
        slug: slug(),
        tags: [from.id],
        keepOutOfFeeds: true,
      });
      const { tagMerge } = partsOf(app.strapi);
      await asSeenBefore(
        () => (end === 'merged' ? tagMerge.merge(from.id, into.id) : editor.deleteTag(from.id)),
        () => changePublished(article, { keepOutOfFeeds: false }),
      );
      expect(await isRight(article)).toBe(true);
      expect(await items(into.feed)).toBe(end === 'merged' ? 1 : 0);
    },
  );
});

it('nothing is looked at again of a transaction that is alone', async () => {
  const { catalogue, secondLook } = partsOf(app.strapi);
  const asked = jest.spyOn(catalogue, 'findWrong');
  const tag = await newTag();
  const article = await editor.published({ slug: slug(), tags: [tag.id] });
  await editor.republish(article, { title: 'Another' });
  await editor.deleteTag(tag.id);
  await secondLook.stop();
  expect(asked).not.toHaveBeenCalled();
});
