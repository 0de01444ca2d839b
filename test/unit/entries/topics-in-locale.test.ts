import { CACHE_TAGS, newDependencies, trackDependencies } from '../../../src/lib/cache-tags';
import type { Plan, SourcePlan } from '../../../src/mapping/plan';
import { groupInLocale, noteLinkedTopics } from '../../../src/entries/entry-reader';
import { CATEGORY_UID, MAPPED_PLAN, NEWS_UID } from '../../helpers/mapped-plan';

const [english, german] = [
  { code: 'en', path: '', isMain: true },
  { code: 'de', path: '/de', isMain: false },
];

const plan: Plan = {
  ...MAPPED_PLAN,
  topicTypes: MAPPED_PLAN.topicTypes.map((type) => ({ ...type, isLocalised: true })),
  locales: [english!, german!],
};

const news = plan.sources.find(({ contentType }) => contentType === NEWS_UID)!;

const site = { plan, locale: english };

/** Rows with their topics in English, of a database that has those of some documents. */
const inEnglish = (rows: object[], ...present: string[]) => {
  const findMany = ({ where }: { where: { documentId: { $in: string[] } } }) =>
    Promise.resolve(
      present
        .filter((documentId) => where.documentId.$in.includes(documentId))
        .map((documentId) => ({ documentId, label: `English ${documentId}` })),
    );
  return groupInLocale({ db: { query: () => ({ findMany }) } } as never, site, news, rows as never);
};

const linked = (documentId: string) => ({ documentId, label: `German ${documentId}` });

describe('topics of entries without locales', () => {
  it('are one where the relation is to one, and several where it is to several', async () => {
    const rows = [
      { category: linked('a'), further: [linked('b'), linked('c')] },
      { category: linked('c'), further: [] },
      { category: null, further: [linked('a')] },
    ];
    const [a, b] = ['a', 'b'].map((documentId) => ({ documentId, label: `English ${documentId}` }));
    expect(await inEnglish(rows, 'a', 'b')).toEqual([
      { category: a, further: [b] },
      { category: null, further: [] },
      { category: null, further: [a] },
    ]);
  });

  it('are depended on in every locale where something is read through them', async () => {
    const own = { ...news, address: { directory: '/news/', parts: ['/news/', ['slug'], '/'] } };
    const tags = async (source: SourcePlan) => {
      const noted = newDependencies();
      await trackDependencies(noted, async () =>
        noteLinkedTopics(site, source, { category: linked('a') }),
      );
      return [...noted.cacheTags];
    };
    const inBoth = ['', 'de'].map((mark) => CACHE_TAGS.topic(CATEGORY_UID, 'a', mark));
    const through = ['category', 'label'];
    expect(await tags(own)).toEqual(inBoth.slice(0, 1));
    for (const source of [
      news,
      { ...own, title: through },
      { ...own, summary: [['teaser'], through] },
      { ...own, author: [through] },
      { ...own, cover: [through] },
      { ...own, enclosure: through },
    ]) {
      expect(await tags(source)).toEqual(inBoth);
    }
  });
});
