/** @runs-on sqlite postgres mysql: what a save asks is counted on each */
import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { OUTBOX_TABLE, WAIT_TIMES } from '../../src/changes/outbox';
import { ARTICLE_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { quickDocuments } from '../helpers/indexed';
import { type SiteType, siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';
import { statementsOn } from '../helpers/statements';

const type: SiteType = {
  draftAndPublish: true,
  attributes: {
    title: { type: 'string' },
    slug: { type: 'uid', targetField: 'title' },
    body: { type: 'richtext' },
  },
};

/** A type with topics of its own. */
const paper: SiteType = {
  draftAndPublish: true,
  attributes: {
    labels: {
      type: 'relation',
      relation: 'manyToMany',
      target: 'api::label.label',
      inversedBy: 'papers',
    },
  },
};

const label: SiteType = {
  attributes: {
    papers: {
      type: 'relation',
      relation: 'manyToMany',
      target: 'api::paper.paper',
      mappedBy: 'labels',
    },
  },
};

interface Documents {
  create: (asked: object) => Promise<{ documentId: string }>;
  update: (asked: object) => Promise<unknown>;
  publish: (asked: object) => Promise<unknown>;
}

let app: App;

beforeAll(async () => {
  app = await startApp({
    config: {
      baseUrl: 'https://www.example.com',
      siteName: 'Notes',
      sources: { [ARTICLE_UID]: {}, 'api::story.story': {} },
    },
    files: siteTypes({ story: type, twin: type, paper, label }),
  });
});

afterAll(() => app?.stop());

const documentsOf = (uid: string): Documents =>
  quickDocuments(app.strapi)(uid as never) as unknown as Documents;

const contents = { title: 'The first', slug: 'the-first', body: 'Once.' };

type Save = (documents: Documents, documentId: string) => Promise<unknown>;

/** What is done to an entry once it is there, in this order. */
const SAVES: Record<string, Save> = {
  'save a form': (documents, documentId) =>
    documents.update({ documentId, data: { ...contents, body: 'Twice.' } }),
  'save a field': (documents, documentId) =>
    documents.update({ documentId, data: { body: 'Thrice.' } }),
  publish: (documents, documentId) => documents.publish({ documentId }),
  'publish again': (documents, documentId) => documents.publish({ documentId }),
};
const NAMES = ['create', ...Object.keys(SAVES)];

/** Strapi's reading of what was saved, after the commit: it may come a moment later. */
const isForWebhooks = (sql: string): boolean =>
  sql.includes('created_by_id') && /id. = \?\) limit/.test(sql);

/** What an action asks before anything is indexed: on a slow machine the indexer begins before a save has ended. */
const unindexed = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  const { beforeIndexing } = WAIT_TIMES;
  WAIT_TIMES.beforeIndexing = 60_000;
  return act().finally(() => {
    WAIT_TIMES.beforeIndexing = beforeIndexing;
  });
};

/** How many statements on its table each of these is, and the rows that these left in the outbox. */
const countSaves = async (uid: string): Promise<{ counts: number[]; appended: number }> => {
  const documents = documentsOf(uid);
  const { tableName } = app.strapi.db.metadata.get(uid);
  const counts: number[] = [];
  let appended = 0;
  let documentId = '';
  const count = async (save: () => Promise<unknown>): Promise<void> => {
    await settled(app);
    const asked = await statementsOn(app, '', save);
    counts.push(asked.filter(({ sql }) => sql.includes(tableName) && !isForWebhooks(sql)).length);
    appended += asked.filter(
      ({ sql }) => /insert into/.test(sql) && sql.includes(OUTBOX_TABLE),
    ).length;
  };
  await unindexed(async () => {
    await count(async () => {
      ({ documentId } = await documents.create({ data: contents }));
    });
    for (const save of Object.values(SAVES)) await count(() => save(documents, documentId));
  });
  return { counts, appended };
};

describe('what an editor saves', () => {
  it('asks as much as of a type that is not published, but for its row in the outbox and its slug when published', async () => {
    const published = await countSaves('api::story.story');
    const twin = await countSaves('api::twin.twin');

    const more = published.counts.map((count, place) => count - twin.counts[place]!);
    expect(Object.fromEntries(NAMES.map((name, place) => [name, more[place]]))).toEqual({
      create: 0,
      'save a form': 0,
      'save a field': 0,
      publish: 1,
      'publish again': 1,
    });
    expect([published.appended, twin.appended]).toEqual([NAMES.length, 0]);
  });

  it('asks not for the slugs of others while an article keeps title and slug', async () => {
    const documents = documentsOf(ARTICLE_UID);
    const { documentId } = await documents.create({ data: contents });
    await settled(app);

    const asked = await statementsOn(app, 'syndication_permalinks', () =>
      documents.update({ documentId, data: { ...contents, body: 'Twice.' } }),
    );

    expect(asked).toEqual([]);
  });

  it('asks of an article that is published for the first time only whether others have its slug', async () => {
    const documents = documentsOf(ARTICLE_UID);
    const { documentId } = await documents.create({ data: { title: 'New', slug: 'new' } });
    await settled(app);

    const asked = await unindexed(() =>
      statementsOn(app, '', () => documents.publish({ documentId })),
    );

    const ofSlugs = asked.filter(({ sql }) => /^select .t0.\..slug./.test(sql));
    expect(ofSlugs.map(({ sql }) => /slug. in \(/.test(sql))).toEqual([true, true]);
  });

  it('costs as many indexes for each tag as a relation of a type that is not published', async () => {
    const { dialect, metadata } = app.strapi.db;
    const countIndexes = async (uid: string, field: string): Promise<number> => {
      const { joinTable } = metadata.get(uid).attributes[field] as { joinTable: { name: string } };
      return (await dialect.schemaInspector.getIndexes(joinTable.name)).length;
    };
    expect(await countIndexes(ARTICLE_UID, 'tags')).toBe(
      await countIndexes('api::paper.paper', 'labels'),
    );
  });

  it('is indexed together with what is saved right after it', async () => {
    const documents = documentsOf('api::story.story');
    await settled(app);

    const began = performance.now();
    const indexed = await statementsOn(app, CATALOGUE_TABLE, async () => {
      for (let number = 0; number < 20; number += 1) {
        await documents.create({ data: { title: `Many ${number}`, slug: `many-${number}` } });
      }
      await settled(app);
    });

    const rounds = indexed.filter(({ sql }) => sql.startsWith('insert'));
    expect(rounds.length).toBeGreaterThan(0);
    // A tenth of a second is gathered, however slow the machine is.
    expect(rounds.length).toBeLessThanOrEqual(
      (performance.now() - began) / WAIT_TIMES.beforeIndexing + 2,
    );
  });
});
