import { describeTypes } from '../../../src/panel/topic-details';
import { LABEL, NOTE, OWN_PLAN, SECTION, STORY } from '../../helpers/own-types';

it('offers no topic for a change of many entries that addresses are made of', () => {
  const types = describeTypes(OWN_PLAN, new Map());
  expect(types[STORY]?.source?.topics.map(({ field }) => field)).toEqual(['labels']);
  expect(types[NOTE]?.source?.topics.map(({ field }) => field)).toEqual(['label', 'section']);
  expect(types[SECTION]?.topic).toMatchObject({ isOfAddress: true });
});

it('says which topics are deleted in all languages', () => {
  const [, label] = OWN_PLAN.topicTypes;
  const plan = { ...OWN_PLAN, topicTypes: [{ ...label!, isLocalised: true }] };
  expect(describeTypes(plan, new Map())[LABEL]?.topic).toMatchObject({ isLocalised: true });
});
