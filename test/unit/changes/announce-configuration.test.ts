import { announceConfiguration } from '../../../src/changes/rebuild';
import type { ComponentRenderer } from '../../../src/content/article';
import type { Plan, SourcePlan } from '../../../src/mapping/plan';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

const [article] = BUILT_IN_PLAN.sources;

const planWith = (source: Partial<SourcePlan>): Plan => ({
  ...BUILT_IN_PLAN,
  sources: [{ ...article!, ...source }],
});

const planRendering = (render: ComponentRenderer): Plan => {
  const components = {
    'shared.quote': { name: 'Quote', render, parts: [], relations: [], inner: [] },
  };
  return planWith({ body: { paths: [['body']], plan: { kind: 'components', components } } });
};

/** Whether each of some starts, one after the other on the same data, says that everything changed. */
const announcedBy = async (...starts: { plan: Plan; siteName?: string }[]): Promise<boolean[]> => {
  let kept: unknown = null;
  const store = {
    get: async () => kept,
    set: async ({ value }: { value: unknown }) => {
      kept = value;
    },
  };
  const strapi = {
    store: () => store,
    db: { transaction: (act: () => Promise<void>) => act() },
  };
  const announced: boolean[] = [];
  for (const { plan, siteName = 'Notes' } of starts) {
    const announce = jest.fn();
    const settings = { configured: () => ({ siteName }) };
    await announceConfiguration(
      strapi as never,
      { settings, plan, changeLog: { announce } } as never,
    );
    announced.push(announce.mock.calls.length > 0);
  }
  return announced;
};

describe('a start says that everything changed', () => {
  it('when it is the first, and not when it is as the one before', async () => {
    const plan = (): Plan => planWith({ item: (item) => item });
    expect(await announcedBy({ plan: plan() }, { plan: plan() })).toEqual([true, false]);
  });

  it('when an option is another', async () => {
    const plan = BUILT_IN_PLAN;
    const starts = [{ plan }, { plan, siteName: 'Field notes' }];
    expect(await announcedBy(...starts)).toEqual([true, true]);
  });

  it.each<[string, Plan, Plan]>([
    [
      'of items',
      planWith({ item: (item) => item }),
      planWith({ item: (item) => ({ ...item, title: `${item.title}!` }) }),
    ],
    [
      'of components',
      planRendering(({ text }) => `<p>${String(text)}</p>`),
      planRendering(({ text }) => `<blockquote>${String(text)}</blockquote>`),
    ],
  ])("when the site's own function %s is another", async (_kind, before, after) => {
    expect(await announcedBy({ plan: before }, { plan: after })).toEqual([true, true]);
  });

  it('when another field is guessed', async () => {
    const [before, after] = [['cover'], ['image']].map((cover) => planWith({ cover: [cover] }));
    expect(await announcedBy({ plan: before! }, { plan: after! })).toEqual([true, true]);
  });
});
