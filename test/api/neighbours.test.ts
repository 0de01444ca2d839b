import fc from 'fast-check';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { createOrder } from '../../src/catalogue/order';
import { ARTICLE_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { dateOf } from '../helpers/dated';
import { defaultDatabase } from '../helpers/database';
import { htmlProblems } from '../helpers/html';
import { PROPERTY_TIME } from '../helpers/property-time';
import { statementsOn } from '../helpers/statements';
import { dueOf, forgetResponses, isCached, settled } from '../helpers/state';

const BASE = 'https://www.example.com';
const config = { baseUrl: BASE, siteName: 'Notes' };
const HOUR = 3_600_000;

let app: App;
let editor: Editor;

beforeAll(async () => {
  app = await startApp({ config });
  editor = createEditor(app);
});
afterAll(() => app.stop());

const pathOf = (slug: string): string => `/posts/${slug}/`;
const read = async (slug: string): Promise<string> => (await app.get(pathOf(slug))).text();

/** What the page of an article leads to: title and path of the older one and of the newer one. */
const besideOf = async (slug: string): Promise<{ prev?: string; next?: string }> => {
  const html = await read(slug);
  const links = [
    ...html.matchAll(
      /<a(?: class="onward")? rel="(prev|next)" href="([^"]*)">.*?<\/span> <bdi>([^<]*)<\/bdi><\/a>/g,
    ),
  ];
  return Object.fromEntries(links.map(([, rel, href, title]) => [rel, `${title} ${href}`]));
};

const isInMemory = (slug: string): boolean => isCached(app, pathOf(slug));

/** An article as this test knows it. */
interface Known {
  documentId: string;
  slug: string;
  title: string;
  date: Date;
  isListed: boolean;
}

const inOrder = (articles: Known[]): Known[] => {
  const compare = createOrder('en');
  return articles
    .filter(({ isListed }) => isListed)
    .sort((a, b) => compare({ ...a, locale: '' }, { ...b, locale: '' }));
};

const linkOf = (article: Known | undefined): string | undefined =>
  article && `${article.title} ${BASE}${pathOf(article.slug)}`;

describe('the articles beside one', () => {
  const known: Known[] = [];
  let made = 0;

  const publish = async (date: Date, title = `Title ${made}`): Promise<Known> => {
    made += 1;
    const slug = `slug-${made}`;
    const documentId = await editor.published({ title, slug, date });
    const article = { documentId, slug, title, date, isListed: true };
    known.push(article);
    return article;
  };

  /** Every second hour, so that each has an hour of its own. */
  const at = (place: number): Date => new Date(Date.UTC(2024, 0, 1) + place * 2 * HOUR);

  const check = async (): Promise<void> => {
    // What is made before that is cached for a moment alone.
    await settled(app);
    const list = inOrder(known);
    for (const article of known) {
      const place = list.indexOf(article);
      const expected =
        place < 0 ? {} : { prev: linkOf(list[place + 1]), next: linkOf(list[place - 1]) };
      expect([article.title, await besideOf(article.slug)]).toEqual([
        article.title,
        JSON.parse(JSON.stringify(expected)),
      ]);
    }
  };

  it('are the next ones in the order of the site, by their titles where they share a date', async () => {
    for (const place of [0, 10, 20]) await publish(at(place));
    for (const title of ['Item 10', 'item 9', 'Äpfel', 'Zebra']) await publish(at(5), title);
    await check();
    const html = await read(known[1]!.slug);
    expect(await htmlProblems(html)).toEqual([]);
    expect(html).toContain('Older article');
    expect(html).toContain('Newer article');
  });

  it('are those that readers know: neither drafts, nor what is kept out, nor what is to come', async () => {
    const last = inOrder(known)[0]!;
    await editor.draft({ date: at(21) });
    await editor.published({ date: at(22), keepOutOfFeeds: true, slug: 'kept-out' });
    expect(await besideOf(last.slug)).toMatchObject({ prev: expect.any(String) });
    expect(await besideOf(last.slug)).not.toHaveProperty('next');
    expect(await besideOf('kept-out')).toEqual({});
    const soon = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000);
    const later = await editor.published({ date: soon, slug: 'later' });
    expect(await besideOf(last.slug)).not.toHaveProperty('next');
    // It comes by its date alone.
    expect(dueOf(app, pathOf(last.slug))).toBe(soon.getTime());
    await editor.delete(later);
    await check();
  });

  it('are found by three statements on the index, in an archive of any size', async () => {
    await editor.published({ date: at(30), slug: 'measured' });
    const statements = await statementsOn(app, CATALOGUE_TABLE, () => read('measured'));
    expect(statements).toHaveLength(3);
    await editor.delete(
      (await app.strapi
        .documents(ARTICLE_UID)
        .findFirst({ filters: { slug: 'measured' } } as never))!.documentId,
    );
  });

  it('tell nobody else that one was published, changed or withdrawn', async () => {
    await settled(app);
    for (const { slug } of known) await read(slug);
    const list = inOrder(known);
    const cached = (): string[] =>
      list.filter(({ slug }) => isInMemory(slug)).map(({ slug }) => slug);
    const all = list.map(({ slug }) => slug);
    expect(cached()).toEqual(all);
    // Between the first two.
    const article = await publish(at(15));
    expect(cached()).toEqual(all.slice(2));
    await check();
    await editor.republish(article.documentId, { summary: 'Another summary.' });
    expect(cached()).toEqual(all);
    await editor.republish(article.documentId, { slug: 'moved' });
    article.slug = 'moved';
    expect(cached()).toEqual(all.slice(2));
    await check();
    await editor.unpublish(article.documentId);
    article.isListed = false;
    known.splice(known.indexOf(article), 1);
    expect(cached()).toEqual(all.slice(2));
    await check();
  });

  it('are dated by what became of them', async () => {
    const list = inOrder(known);
    const ask = async (slug: string, date: string): Promise<number> =>
      (await app.get(pathOf(slug), { headers: { 'If-Modified-Since': date } })).status;
    const [first, second, third] = list.map(({ slug }) => slug) as [string, string, string];
    const dates = async () => [
      await dateOf(app, pathOf(first)),
      await dateOf(app, pathOf(second)),
      await dateOf(app, pathOf(third)),
    ];
    const statuses = async ([one = '', two = '', three = '']: string[]) => [
      await ask(first, one),
      await ask(second, two),
      await ask(third, three),
    ];
    // On several nodes what is dated ahead of the clock is not cached until the clock is there.
    const others = defaultDatabase === 'sqlite' ? [304] : [];
    const expected = [200, 200, ...others];
    await settled(app);
    const before = await dates();
    const article = await publish(at(15));
    await settled(app);
    expect((await statuses(before)).slice(0, expected.length)).toEqual(expected);
    const during = await dates();
    await editor.delete(article.documentId);
    known.splice(known.indexOf(article), 1);
    await settled(app);
    expect((await statuses(during)).slice(0, expected.length)).toEqual(expected);
  });

  it('are right on every page after any changes', async () => {
    const began = Date.now();
    const change = fc.record({
      kind: fc.constantFrom('publish', 'date', 'title', 'slug', 'withdraw', 'keep out', 'delete'),
      article: fc.nat(1_000),
      place: fc.nat(12),
      isTogether: fc.boolean(),
    });
    const take = async (kind: string, article: Known, place: number): Promise<void> => {
      const { documentId } = article;
      made += 1;
      switch (kind) {
        case 'publish':
          await publish(at(place));
          break;
        case 'date':
          article.date = at(place);
          article.isListed = true;
          await editor.republish(documentId, { date: article.date, keepOutOfFeeds: false });
          break;
        case 'title':
          article.title = `Title ${made}`;
          article.isListed = true;
          await editor.republish(documentId, { title: article.title, keepOutOfFeeds: false });
          break;
        case 'slug':
          article.slug = `slug-${made}`;
          article.isListed = true;
          await editor.republish(documentId, { slug: article.slug, keepOutOfFeeds: false });
          break;
        case 'keep out':
          article.isListed = false;
          await editor.republish(documentId, { keepOutOfFeeds: true });
          break;
        default:
          known.splice(known.indexOf(article), 1);
          if (kind === 'delete') await editor.delete(documentId);
          else await editor.unpublish(documentId);
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        if (Date.now() - began > PROPERTY_TIME) return;
        const all = async () => {
          for (const { kind, article, place } of changes) {
            const picked = known[article % known.length];
            await take(picked && known.length > 4 ? kind : 'publish', picked!, place);
          }
        };
        if (changes[0]!.isTogether) await app.strapi.db.transaction(all);
        else await all();
        await check();
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });

  it('are none among hundreds of one date, and are found beyond some dozens', async () => {
    for (const { documentId } of known.splice(0)) await editor.delete(documentId);
    const { connection } = app.strapi.db;
    const first = await publish(at(0));
    for (let number = 0; number < 24; number += 1) await publish(at(2), `One ${number}`);
    const last = await publish(at(4));
    await check();
    const [row] = await connection(CATALOGUE_TABLE).where({
      document_id: last.documentId,
      list: 'site',
    });
    const { id: _id, ...values } = row;
    const rows = Array.from({ length: 501 }, (_, number) => ({
      ...values,
      document_id: `many-${number}`,
    }));
    await connection.batchInsert(CATALOGUE_TABLE, rows, 100);
    forgetResponses(app);
    expect(await besideOf(last.slug)).toEqual({});
    expect(await besideOf(first.slug)).toHaveProperty('next');
  });
});

describe('related articles', () => {
  /** Titles of those that the page of an article leads to, in their order. */
  const relatedOf = async (slug: string): Promise<string[]> => {
    const [section = ''] = /<section class="related".*?<\/section>/s.exec(await read(slug)) ?? [];
    return [...section.matchAll(/<li><a href="[^"]*"[^>]*>([^<]*)<\/a>/g)].map(
      ([, title = '']) => title,
    );
  };

  /** A day of another year than the articles above. */
  const at = (day: number): Date => new Date(Date.UTC(2025, 0, 1) + day * 24 * HOUR);

  const tags: Record<string, string> = {};
  const documents: Record<string, string> = {};
  const publish = async (name: string, day: number, topics: string): Promise<void> => {
    documents[name] = await editor.published({
      title: name,
      slug: name,
      date: at(day),
      tags: [...topics].map((topic) => tags[topic]!),
    });
  };

  beforeAll(async () => {
    for (const slug of ['a', 'b', 'c']) tags[slug] = await editor.tag({ slug });
    await publish('one', 1, 'ab');
    await publish('two', 2, 'a');
    await publish('three', 3, 'b');
    await publish('four', 4, 'c');
    await publish('five', 5, 'abc');
    await publish('six', 6, 'ab');
    await publish('seven', 7, 'b');
    await publish('eight', 8, 'c');
  });

  it('share the most topics, the newest first, and are not those beside it', async () => {
    // Beside it are two and four.
    expect(await relatedOf('three')).toEqual(['seven', 'six', 'five', 'one']);
    expect(await relatedOf('one')).toEqual(['six', 'five', 'seven', 'three']);
    expect(await htmlProblems(await read('one'))).toEqual([]);
  });

  it('are gone, called otherwise and elsewhere at once', async () => {
    await editor.republish(documents.seven!, { title: 'Seven', slug: 'number-seven' });
    const html = await read('three');
    expect(html).toContain(`<a href="${BASE}/posts/number-seven/" dir="auto">Seven</a>`);
    await editor.unpublish(documents.seven!);
    expect(await relatedOf('three')).toEqual(['six', 'five', 'one']);
    await editor.republish(documents.five!, { keepOutOfFeeds: true });
    expect(await relatedOf('three')).toEqual(['six', 'one']);
    await editor.republish(documents.five!, { keepOutOfFeeds: false, tags: [tags.c!] });
    expect(await relatedOf('three')).toEqual(['six', 'one']);
    await editor.changeTag(tags.b!, { hidden: true });
    expect(await relatedOf('three')).toEqual([]);
    await editor.changeTag(tags.b!, { hidden: false });
    expect(await relatedOf('three')).toEqual(['six', 'one']);
  });

  it('are found at once when they come, and not before their day', async () => {
    await publish('nine', 9, 'b');
    expect(await relatedOf('three')).toEqual(['nine', 'six', 'one']);
    const soon = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + HOUR);
    documents.soon = await editor.published({ title: 'soon', date: soon, tags: [tags.b!] });
    expect(await relatedOf('three')).toEqual(['nine', 'six', 'one']);
    expect(dueOf(app, pathOf('three'))).toBe(soon.getTime());
    await editor.delete(documents.soon);
  });

  it('of an article deep in a topic are those of its time, whatever is published today', async () => {
    for (let day = 20; day < 45; day += 1) await publish(`day-${day}`, day, 'a');
    expect(await relatedOf('day-25')).toEqual(['day-35', 'day-34', 'day-33', 'day-32']);
    await publish('today', 60, 'a');
    expect(isInMemory('day-25')).toBe(true);
    expect(await relatedOf('day-25')).toEqual(['day-35', 'day-34', 'day-33', 'day-32']);
    expect((await relatedOf('day-43'))[0]).toBe('today');
  });

  it('are called otherwise at once where nine of the topics are in between', async () => {
    await publish('near', 100, 'bc');
    for (let day = 101; day < 110; day += 1) await publish(`between-${day}`, day, 'bc');
    await publish('far', 110, 'bc');
    expect((await relatedOf('near'))[0]).toBe('far');
    await editor.republish(documents.far!, { title: 'Far away' });
    expect((await relatedOf('near'))[0]).toBe('Far away');
  });

  it('and those beside one are right on pages between many that move at once', async () => {
    const move = (from: number) =>
      app.strapi.db.transaction(async () => {
        for (let number = 0; number < 36; number += 1)
          await editor.republish(documents[`moving-${number}`]!, { date: at(from + number) });
      });
    await publish('still', 300, 'a');
    for (let number = 0; number < 36; number += 1)
      await publish(`moving-${number}`, 200 + number, 'a');
    await settled(app);
    expect((await besideOf('still')).prev).toContain('moving-35');
    await move(301);
    await settled(app);
    expect((await besideOf('still')).prev).not.toContain('moving');
    expect((await besideOf('still')).next).toContain('moving-0');
    expect((await relatedOf('still'))[0]).toContain('moving');
  });

  it('are right on every page after any changes', async () => {
    for (const { documentId } of await app.strapi.documents(ARTICLE_UID).findMany({}))
      await editor.delete(documentId);
    const slugs = Array.from({ length: 30 }, (_, number) => `any-${number}`);
    const ids: string[] = [];
    // Few days, so that several share one, and more articles than are read on each side.
    for (const [number, slug] of slugs.entries())
      ids.push(await editor.published({ slug, date: at(number % 9), tags: [tags.a!] }));
    const change = fc.record({
      kind: fc.constantFrom('date', 'title', 'slug', 'tags', 'withdraw', 'publish'),
      article: fc.nat(slugs.length - 1),
      value: fc.nat(8),
    });
    const take = async (kind: string, number: number, value: number): Promise<void> => {
      const documentId = ids[number]!;
      if (kind === 'withdraw') return editor.unpublish(documentId);
      const data = {
        date: { date: at(value) },
        title: { title: `Title ${value}` },
        slug: { slug: `any-${number}-${value}` },
        tags: { tags: [...'abc'].slice(value % 3, 1 + (value % 4)).map((slug) => tags[slug]!) },
      }[kind];
      await editor.republish(documentId, data ?? {});
      if (kind === 'slug') slugs[number] = `any-${number}-${value}`;
    };
    const look = () => Promise.all(slugs.map(read));
    const began = Date.now();
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        async (changes, isTogether) => {
          if (Date.now() - began > PROPERTY_TIME) return;
          await settled(app);
          await look();
          const all = async () => {
            for (const { kind, article, value } of changes.slice(0, isTogether ? 40 : 3))
              await take(kind, article, value);
          };
          if (isTogether) await app.strapi.db.transaction(all);
          else await all();
          await settled(app);
          const cached = await look();
          forgetResponses(app);
          expect(cached).toEqual(await look());
        },
      ),
      { numRuns: 200, endOnFailure: true },
    );
  });
});
