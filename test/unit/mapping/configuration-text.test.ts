import { compilePlan } from '../../../src/mapping/compile-plan';
import { configurationText, describePlan } from '../../../src/mapping/describe';
import { EXAMPLE } from '../../helpers/example-schemas';

const ARTICLE = 'api::article.article';

it('what is copied as configuration is published like what was guessed', () => {
  const guessed = compilePlan({ sources: { [ARTICLE]: {} } }, EXAMPLE);
  const [described] = describePlan(guessed, EXAMPLE);
  const { javascript } = configurationText(described!);
  const mappings = new Function(`return { ${javascript} };`)() as object;
  const plan = compilePlan(mappings, EXAMPLE);
  const bare = ({ sources }: typeof plan) => sources.map(({ parts: _, ...source }) => source);
  expect(bare(plan)).toEqual(bare(guessed));
});

it('keeps what would no longer be published once others are named', () => {
  const parts = [{ key: 'topics', from: ['category'], isGuessed: true }];
  const { typescript } = configurationText({ contentType: ARTICLE, parts }, ['plugin::a.b']);
  expect(typescript).toContain("  'plugin::a.b': {},\n");
  expect(typescript).toContain("topics: ['category'],");
  expect(typescript).toMatch(/^import \{ defineSources \}/);
});
