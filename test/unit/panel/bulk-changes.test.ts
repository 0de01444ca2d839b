import type { Core } from '@strapi/strapi';

import { createBulkChanges } from '../../../src/panel/bulk-changes';
import { describeTypes } from '../../../src/panel/published-types';
import { NOTE, OWN_PLAN, SECTION, STORY } from '../../helpers/own-types';

describe('a topic that addresses are made of', () => {
  const types = describeTypes(OWN_PLAN);

  it('is not offered for a change of many entries', () => {
    expect(types[STORY]?.source?.topics.map(({ field }) => field)).toEqual(['labels']);
    expect(types[NOTE]?.source?.topics.map(({ field }) => field)).toEqual(['label', 'section']);
    expect(types[SECTION]?.topic).toMatchObject({ isOfAddress: true });
  });

  it('is refused', async () => {
    const { plan } = createBulkChanges({} as Core.Strapi, { plan: OWN_PLAN });
    const asked = { contentType: STORY, documentIds: ['one'] };
    for (const kind of ['add-topic', 'remove-topic'] as const) {
      const change = { kind, field: 'section', topic: 'two' };
      const planned = plan({ ...asked, change }, () => Promise.resolve(() => true));
      await expect(planned).rejects.toThrow('no such field');
    }
  });
});
