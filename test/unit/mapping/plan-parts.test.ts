import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';
import { indexPath, isOfAddress, sourceListings } from '../../../src/mapping/plan';
import { MAPPED_PLAN } from '../../helpers/mapped-plan';

const directories = (plan: typeof MAPPED_PLAN, home = '/') =>
  sourceListings(plan, home).map(({ directory }) => directory);

const [news, notes] = MAPPED_PLAN.sources;
const at = (directory: string) => ({ ...notes!, address: { directory, parts: [directory] } });

describe('listings of sources', () => {
  it('are where the addresses of their entries begin', () => {
    expect(directories(MAPPED_PLAN)).toEqual(['/news/', '/notes/']);
    expect(directories(BUILT_IN_PLAN)).toEqual(['/posts/']);
  });

  it("are not where the home is, or the index of a topic type, or another source's", () => {
    expect(directories(MAPPED_PLAN, '/news/')).toEqual(['/notes/']);
    const sources = [news!, at('/'), at('/news/'), at('/categories/')];
    expect(directories({ ...MAPPED_PLAN, sources })).toEqual(['/news/']);
  });

  it('know when theirs are all the entries there are', () => {
    expect(sourceListings(BUILT_IN_PLAN, '/')[0]!.isAlone).toBe(true);
    expect(sourceListings(MAPPED_PLAN, '/')[0]!.isAlone).toBe(false);
  });
});

describe('the page that links to everything else', () => {
  it('is the list of topics, or a listing of its own, or the home', () => {
    expect(indexPath(MAPPED_PLAN, '/')).toBe('/categories/');
    const untagged = { ...MAPPED_PLAN, topicTypes: [] };
    const atRoot = { ...news!, address: { directory: '/', parts: ['/', ['slug'], '/'] } };
    expect(indexPath({ ...untagged, sources: [atRoot, notes!] }, false)).toBe('/notes/');
    expect(indexPath({ ...untagged, sources: [atRoot] }, '/blog/')).toBe('/blog/');
    const atHome = { ...news!, address: { directory: '/blog/', parts: ['/blog/', ['slug'], '/'] } };
    expect(indexPath({ ...untagged, sources: [atHome, notes!] }, '/blog/')).toBe('/blog/');
    expect(indexPath({ ...untagged, sources: [atRoot] }, false)).toBe('/');
  });
});

describe('fields that an address is made of', () => {
  it('are its own and those that lead to its parts', () => {
    const parts = ['/', ['category', 'slug'], '/', ['slug'], '/'];
    const source = { address: { directory: '/', parts } };
    const fields = ['category', 'slug', 'tags'];
    expect(fields.map((field) => isOfAddress(source, field))).toEqual([true, true, false]);
  });
});
