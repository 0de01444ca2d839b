import type { Core } from '@strapi/strapi';

import type { Ability } from '../../../src/panel/rights';
import { planBulkChange } from '../../../src/panel/bulk-changes';
import { describeTypes } from '../../../src/panel/topic-details';
import { LABEL, NOTE, OWN_PLAN, SECTION, STORY } from '../../helpers/own-types';

/** A user who may do everything, for the Content Manager as well. */
const ability: Ability = { can: () => true };
const yes = () => true;
const no = () => false;
const checker = {
  can: { read: yes, update: yes, publish: yes },
  requiresEntity: { read: no, update: no, publish: no },
};

describe('a topic that addresses are made of', () => {
  const types = describeTypes(OWN_PLAN);

  it('is not offered for a change of many entries', () => {
    expect(types[STORY]?.source?.topics.map(({ field }) => field)).toEqual(['labels']);
    expect(types[NOTE]?.source?.topics.map(({ field }) => field)).toEqual(['label', 'section']);
    expect(types[SECTION]?.topic).toMatchObject({ isOfAddress: true });
  });

  it('is refused', async () => {
    const parts = { strapi: {} as Core.Strapi, plan: OWN_PLAN };
    const asked = { contentType: STORY, documentIds: ['one'], locale: null };
    for (const kind of ['add-topic', 'remove-topic'] as const) {
      const change = { kind, field: 'section', topic: 'two' };
      const planned = planBulkChange(parts, { ...asked, change }, { ability });
      await expect(planned).rejects.toThrow('no such field');
    }
  });
});

describe('a topic that is added in a language', () => {
  const isLocalised = true;
  const [story] = OWN_PLAN.sources;
  const [, label] = OWN_PLAN.topicTypes;
  const topicTypes = [{ ...label!, hasDrafts: true, isLocalised }];
  const plan = { sources: [{ ...story!, isLocalised }], topicTypes };

  it('is told to be deleted in all languages', () => {
    expect(describeTypes(plan)[LABEL]?.topic).toMatchObject({ isLocalised: true });
  });

  /** Stories in both languages, and a label that is published in English alone. */
  const strapi = {
    contentType: (uid: string) =>
      uid === STORY ? { pluginOptions: { i18n: { localized: true } } } : undefined,
    plugin: () => ({ service: () => ({ create: () => checker }) }),
    getModel: () => ({ attributes: {} }),
    db: {
      metadata: { get: () => ({ attributes: {} }) },
      query: (uid: string) => ({
        findOne: ({ where }: { where: { locale?: string } }) =>
          Promise.resolve(uid === LABEL && (where.locale ?? 'en') === 'en' ? { id: 1 } : null),
        findMany: () =>
          Promise.resolve(
            [null, '2026-01-05T02:00:00.000Z'].map((publishedAt) => ({
              documentId: 'one',
              publishedAt,
              labels: [],
            })),
          ),
      }),
    },
  } as unknown as Core.Strapi;

  it.each([
    ['en', { step: 'publish' }],
    ['de', { step: 'save', reason: 'unpublished-topic' }],
  ])('is there for readers if it is published in that one: %s', async (locale, expected) => {
    const change = { kind: 'add-topic', field: 'labels', topic: 'two' } as const;
    const asked = { contentType: STORY, documentIds: ['one'], locale, change };
    const [planned] = await planBulkChange({ strapi, plan }, asked, { ability });
    expect(planned).toMatchObject(expected);
  });
});
