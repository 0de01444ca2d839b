import type { Problem, ProblemCode } from '../../../src/content/problem';
import { withFields } from '../../../src/panel/inspection';
import { OWN_PLAN } from '../../helpers/own-types';

const [story, note] = OWN_PLAN.sources;

const problem = (code: ProblemCode, params: Problem['params'] = {}): Problem => ({
  code,
  severity: 'warning',
  params,
});

const fieldOf = (...given: Parameters<typeof withFields>): string | undefined =>
  withFields(...given)[0]?.field;

test('a problem names the field of the form that its part is taken from', () => {
  expect(fieldOf(story!, [problem('title-long')], null)).toBe('title');
  expect(fieldOf(story!, [problem('summary-short')], null)).toBe('seo.metaTitle');
  expect(fieldOf(story!, [problem('date-moved')], null)).toBe('publishDate');
  expect(fieldOf(story!, [problem('slug-generic')], null)).toBe('slug');
  expect(fieldOf(note!, [problem('title-long')], null)).toBe('name');
});

test('a problem of a part that the type does not have names none', () => {
  expect(fieldOf(note!, [problem('summary-empty')], null)).toBeUndefined();
});

test('a picture without a description is looked for in the text, or is the cover', () => {
  const source = {
    ...story!,
    body: { paths: [['text']], plan: { kind: 'markdown' } },
    cover: [['image']],
  } as const;
  const found = problem('image-alt', { address: '/uploads/fox.png' });
  expect(fieldOf(source, [found], { url: '/uploads/other.png' })).toBe('text');
  expect(fieldOf(source, [found], { url: '/uploads/fox.png' })).toBe('image');
});

test('what the rule itself names stands', () => {
  expect(fieldOf(story!, [problem('relation-unpublished', { field: 'writer' })], null)).toBe(
    'writer',
  );
});
